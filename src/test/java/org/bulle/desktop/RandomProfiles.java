package org.bulle.desktop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** A home with random files in it, random profiles of the user's that grant some of them, and a random stack of those and built-in ones. */
final class RandomProfiles {
    private static final List<String> BASES = List.of("coreutils", "git", "terminal", "proc", "node", "maven");
    private static final List<String> LISTS = List.of("ro", "ro", "rox", "rw", "rwx");
    private static final List<String> NAMES = List.of("a", "b c", "d\u00e9j\u00e0", "e-1", "f.txt", "'q'", "$g", "h#i");
    private static final List<String> VARIABLES =
            List.of("TERM", "LANG", "USER", "NOT_SET_ANYWHERE", "LC_*", "PA*", "BULLE_SAID=yes", "EDITOR=vi");
    private final Random random;
    private final Path home;
    private final Path tree;
    private final List<Path> made = new ArrayList<>();

    private RandomProfiles(long seed, Path home) {
        random = new Random(seed);
        this.home = home;
        tree = home.resolve("tree-" + seed);
    }

    /**
     * What was made.
     *
     * @param files every file and folder of the tree
     */
    record Made(List<String> stack, String own, List<Path> files) {}

    /** Writes files and profiles; the same seed makes the same ones. */
    static Made in(Path home, long seed) throws IOException {
        RandomProfiles made = new RandomProfiles(seed, home);
        made.grow(made.tree, 3);
        return made.profiles(seed);
    }

    private void grow(Path folder, int depth) throws IOException {
        Files.createDirectory(folder);
        made.add(folder);
        int count = 2 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            Path next = folder.resolve(NAMES.get(random.nextInt(NAMES.size())) + i);
            if (depth > 0 && random.nextInt(3) > 0) {
                grow(next, depth - 1);
            } else {
                made.add(Files.writeString(next, "text"));
            }
        }
        if (random.nextBoolean()) {
            made.add(program(folder.resolve("true")));
        }
        if (random.nextInt(4) == 0) {
            Files.createSymbolicLink(folder.resolve("link"), made.get(random.nextInt(made.size())));
        }
    }

    /** A copy: nothing in the tree leads to a file of the system. */
    private static Path program(Path file) throws IOException {
        Files.copy(Path.of("/bin/true").toRealPath(), file, StandardCopyOption.REPLACE_EXISTING);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file;
    }

    private Made profiles(long seed) throws IOException {
        Path folder = Files.createDirectories(home.resolve(".config/bulle/profiles"));
        List<String> stack = new ArrayList<>();
        stack.add("tool");
        stack.add(BASES.get(random.nextInt(BASES.size())));
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            String name = "mine-" + seed + "-" + i;
            Files.writeString(folder.resolve(name + ".toml"), profile(i > 0 ? "mine-" + seed + "-" + (i - 1) : "tool"));
            if (i == count - 1 || random.nextBoolean()) {
                stack.add(name);
            }
        }
        if (random.nextBoolean()) {
            stack.add(random.nextInt(stack.size() + 1), random.nextBoolean() ? "offline" : "network");
        }
        return new Made(stack, "mine-" + seed + "-" + (count - 1), List.copyOf(made));
    }

    private String profile(String parent) {
        TreeMap<String, List<String>> lists = new TreeMap<>();
        int entries = 2 + random.nextInt(6);
        for (int i = 0; i < entries; i++) {
            lists.computeIfAbsent(LISTS.get(random.nextInt(LISTS.size())), list -> new ArrayList<>())
                    .add(quoted(entry(i)));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            lists.computeIfAbsent("env", list -> new ArrayList<>())
                    .add(quoted(VARIABLES.get(random.nextInt(VARIABLES.size()))));
        }
        if (random.nextInt(4) == 0) {
            lists.put(random.nextBoolean() ? "allow" : "deny", List.of(quoted("network")));
        }
        StringBuilder text = new StringBuilder();
        if (random.nextBoolean()) {
            text.append("inherits = ").append(quoted(parent)).append('\n');
        }
        lists.forEach((list, values) -> text.append(list)
                .append(" = [")
                .append(String.join(", ", values))
                .append("]\n"));
        return text.toString();
    }

    private String entry(int number) {
        Path path = made.get(random.nextInt(made.size()));
        String below = escaped(home.relativize(path).toString());
        return switch (random.nextInt(9)) {
            case 0 -> "?$HOME/" + below + "/missing";
            case 1 -> "+$HOME/" + tree.getFileName() + "-made-" + number + (random.nextBoolean() ? "/" : "");
            case 2 -> "?$HOME/" + escaped(home.relativize(path.getParent()).toString()) + "/*1";
            case 3 -> escaped(path.toString());
            case 4 -> "?+$CACHE/" + tree.getFileName() + "/" + number + "/";
            case 5 -> "$WORKSPACE";
            default -> "$HOME/" + below;
        };
    }

    /** What means something in an entry, meant as itself. */
    private static String escaped(String path) {
        return path.replace("\\", "\\\\").replace("$", "\\$");
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
