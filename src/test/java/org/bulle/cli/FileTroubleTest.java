package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.stream.Stream;
import org.bulle.engine.run.ProcessEnd;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A file that the system refuses is a trouble of the machine, said with its path and in words. */
class FileTroubleTest {
    static Stream<Arguments> troubles() {
        return Stream.of(
                Arguments.of(new AccessDeniedException("/t/x"), "/t/x: permission denied"),
                Arguments.of(new NoSuchFileException("/t/x"), "/t/x: no such file or directory"),
                Arguments.of(new FileAlreadyExistsException("/t/x"), "/t/x: exists already"),
                Arguments.of(new DirectoryNotEmptyException("/t/x"), "/t/x: the directory is not empty"),
                Arguments.of(new NotDirectoryException("/t/x"), "/t/x: not a directory"),
                Arguments.of(
                        new FileSystemException("/t/x", null, "Read-only file system"), "/t/x: Read-only file system"),
                Arguments.of(new FileSystemException("/a", "/b", "Cross-link"), "/a -> /b: Cross-link"));
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void isSaidInWords(IOException thrown, String words) {
        assertThat(said(() -> {
                    throw thrown;
                }))
                .isEqualTo("4 bulle: " + words + "\n");
        assertThat(said(() -> {
                    throw new UncheckedIOException(thrown);
                }))
                .isEqualTo("4 bulle: " + words + "\n");
    }

    private static String said(Session.Source source) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Printer printer = new Printer(
                new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8),
                false,
                false);
        int code = new CommandLineFace(printer, source, new ProcessEnd()).run(List.of("base", "--", "true"));
        return code + " " + err.toString(StandardCharsets.UTF_8);
    }
}
