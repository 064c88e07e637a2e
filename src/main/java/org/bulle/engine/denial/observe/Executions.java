package org.bulle.engine.denial.observe;

import static org.bulle.engine.jna.linux.Fcntl.*;
import static org.bulle.engine.jna.linux.Landlock.LANDLOCK_ACCESS_FS_EXECUTE;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.observe.PathResolver.Place;

/** execve and execveat: the program, and the interpreters that the kernel opens for it, each need the right to be executed. */
final class Executions {
    /** The kernel follows four interpreters of scripts, one for the other. */
    private static final int DEEPEST = 5;

    private static final int SCRIPT_HEAD = 256;
    private static final int ELF_HEAD = 4_096;
    private static final int MOST_SEARCHES = 1_000;

    private static final int ELF_MAGIC = 0x464c457f;
    private static final int ELF_CLASS_64 = 2;
    private static final int ELF_TYPE_INTERPRETER = 3;

    private final Scene scene;
    private final Map<Search, Refused> searches = new LinkedHashMap<>();

    Executions(Scene scene) {
        this.scene = scene;
    }

    /** One process that looks for one program. */
    private record Search(int process, String name) {}

    private record Refused(String path, Caller caller) {}

    void execute(int directory, long address, int flags) {
        CallerPath path = scene.path;
        var outcome = path.read(scene.thread(), directory, address);
        if (outcome == CallerPath.Outcome.EMPTY && (flags & AT_EMPTY_PATH) != 0) {
            outcome = path.readDescriptor(scene.thread(), directory);
        }
        if (!scene.isPath(outcome)) {
            return;
        }
        String written = path.text();
        if (scene.place((flags & AT_SYMLINK_NOFOLLOW) == 0) instanceof Place.Found program
                && program.status().isRegular()) {
            String name = written.substring(written.lastIndexOf('/') + 1);
            if (scene.missing(program.path(), program.status(), LANDLOCK_ACCESS_FS_EXECUTE) != 0) {
                refused(program, name);
            } else if (interpretersAllowed(program.path(), 0)) {
                found(name);
            }
        }
    }

    private void refused(Place.Found program, String name) {
        scene.caller()
                .filter(who -> scene.access.may(who, program.path(), DiscretionaryAccess.EXECUTE))
                .ifPresent(who -> {
                    scene.note(Access.EXECUTE, program.path(), who);
                    if (searches.size() < MOST_SEARCHES) {
                        searches.put(new Search(who.process(), name), new Refused(program.path(), who));
                    }
                });
    }

    /** The same process found a program of that name elsewhere: what was refused before was a step of a search along PATH. */
    private void found(String name) {
        if (searches.isEmpty()) {
            return;
        }
        Optional<Refused> before = scene.caller().map(who -> searches.remove(new Search(who.process(), name)));
        before.ifPresent(step ->
                scene.log.harmless(Access.EXECUTE, KernelFiles.toOs(step.path()), step.caller(), Enforcer.LANDLOCK));
    }

    private boolean interpretersAllowed(String program, int depth) {
        if (depth > DEEPEST) {
            return true;
        }
        byte[] head = scene.files.head(program, ELF_HEAD);
        Optional<String> interpreter = isScript(head) ? scriptInterpreter(head) : elfInterpreter(head);
        if (interpreter.isEmpty() || !scene.isPath(scene.path.absolute(scene.thread(), AT_FDCWD, interpreter.get()))) {
            return true;
        }
        if (!(scene.place(true) instanceof Place.Found found) || !found.status().isRegular()) {
            return true;
        }
        if (scene.missing(found.path(), found.status(), LANDLOCK_ACCESS_FS_EXECUTE) != 0) {
            scene.caller()
                    .filter(who -> scene.access.may(who, found.path(), DiscretionaryAccess.EXECUTE))
                    .ifPresent(who -> scene.note(Access.EXECUTE, found.path(), who));
            return false;
        }
        return interpretersAllowed(found.path(), depth + 1);
    }

    private static boolean isScript(byte[] head) {
        return head.length > 2 && head[0] == '#' && head[1] == '!';
    }

    private static Optional<String> scriptInterpreter(byte[] head) {
        String line = KernelFiles.text(head, Math.min(head.length, SCRIPT_HEAD)).substring(2);
        int end = line.indexOf('\n');
        String words = (end < 0 ? line : line.substring(0, end)).strip();
        String interpreter = words.split("[ \t\0]", 2)[0];
        return interpreter.isEmpty() ? Optional.empty() : Optional.of(interpreter);
    }

    /** The PT_INTERP entry; empty for a static program and for what is no 64-bit ELF file. */
    private static Optional<String> elfInterpreter(byte[] head) {
        if (head.length < 64) {
            return Optional.empty();
        }
        ByteBuffer elf = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
        if (elf.getInt(0) != ELF_MAGIC || head[4] != ELF_CLASS_64) {
            return Optional.empty();
        }
        long table = elf.getLong(32);
        int size = elf.getShort(54) & 0xffff;
        int count = elf.getShort(56) & 0xffff;
        for (int i = 0; i < count; i++) {
            long entry = table + (long) i * size;
            if (entry < 0 || entry + 56 > head.length) {
                return Optional.empty();
            }
            if (elf.getInt((int) entry) == ELF_TYPE_INTERPRETER) {
                return string(head, elf.getLong((int) entry + 8), elf.getLong((int) entry + 32));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> string(byte[] head, long offset, long size) {
        if (offset < 0 || size < 2 || offset > head.length || offset + size > head.length) {
            return Optional.empty();
        }
        String text = new String(head, (int) offset, (int) size, java.nio.charset.StandardCharsets.ISO_8859_1);
        int end = text.indexOf('\0');
        return end == 0 ? Optional.empty() : Optional.of(end < 0 ? text : text.substring(0, end));
    }
}
