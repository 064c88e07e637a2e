package org.bulle.engine.profile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** A configuration file read whole, or the reason why not. Devices and pipes are never opened, since reading them can hang. */
sealed interface TextFile {
    record Text(String text) implements TextFile {}

    record Missing() implements TextFile {}

    /** @param line 1-based line of the first bad byte; 0 when the file could not be read at all */
    record Unreadable(String why, int line, Problem.Kind kind) implements TextFile {}

    static TextFile read(Path path) {
        try {
            if (Files.notExists(path)) {
                return Files.isSymbolicLink(path) ? machine("is a symbolic link to nothing") : new Missing();
            }
            if (Files.exists(path) && !Files.isRegularFile(path)) {
                return machine("is not a regular file");
            }
            byte[] bytes;
            try (InputStream in = Files.newInputStream(path)) {
                bytes = in.readNBytes(TomlReader.LARGEST + 1);
            }
            return bytes.length > TomlReader.LARGEST
                    ? machine("is larger than " + TomlReader.LARGEST + " bytes")
                    : decode(bytes);
        } catch (NoSuchFileException e) {
            return new Missing();
        } catch (IOException e) {
            return machine("cannot be read: " + Printable.escape(FileTrouble.reason(e)));
        }
    }

    static TextFile decode(byte[] bytes) {
        try {
            return new Text(StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return new Unreadable("is not UTF-8 text", badLine(bytes), Problem.Kind.TEXT);
        }
    }

    default Optional<Problem> problem(String file) {
        return this instanceof Unreadable bad
                ? Optional.of(new Problem(
                        Problem.Severity.ERROR,
                        bad.kind(),
                        file,
                        bad.line(),
                        bad.line() > 0 ? 1 : 0,
                        "",
                        "the file " + bad.why(),
                        null))
                : Optional.empty();
    }

    private static TextFile machine(String why) {
        return new Unreadable(why, 0, Problem.Kind.MACHINE);
    }

    private static int badLine(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        java.nio.CharBuffer out = java.nio.CharBuffer.allocate(bytes.length + 1);
        StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
        int line = 1;
        for (int i = 0; i < in.position(); i++) {
            line += bytes[i] == '\n' ? 1 : 0;
        }
        return line;
    }
}
