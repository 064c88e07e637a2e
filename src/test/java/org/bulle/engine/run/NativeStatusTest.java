package org.bulle.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bulle.engine.jna.linux.Errno;
import org.bulle.engine.resolve.StatusQuery;
import org.bulle.engine.resolve.StatusQuery.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class NativeStatusTest {
    private final long[] answer = new long[StatusQuery.FIELDS];

    @TempDir
    Path here;

    @Test
    void answersLikeTheFileSystemProvider() throws Exception {
        Path file = Files.writeString(here.resolve("é"), "text");
        Path link = Files.createSymbolicLink(here.resolve("link"), file);
        try (NativeStatus status = new NativeStatus()) {
            for (Path path : new Path[] {here, file, link, Path.of("/"), Path.of("/dev/null"), Path.of("/proc")}) {
                assertThat(ask(status, path.toString())).isEqualTo(Outcome.FOUND);
                Map<String, Object> is = Files.readAttributes(
                        path, "unix:dev,ino,mode,uid,gid,size,lastModifiedTime,ctime", LinkOption.NOFOLLOW_LINKS);
                assertThat(answer)
                        .as(path.toString())
                        .containsExactly(
                                (long) is.get("dev"),
                                (long) is.get("ino"),
                                (int) is.get("mode"),
                                (int) is.get("uid"),
                                (int) is.get("gid"),
                                (long) is.get("size"),
                                nanos(is.get("lastModifiedTime")),
                                nanos(is.get("ctime")));
            }
        }
    }

    @Test
    void tellsWhatIsNotThere() {
        try (NativeStatus status = new NativeStatus()) {
            assertThat(ask(status, here + "/missing")).isEqualTo(Outcome.MISSING);
            assertThat(ask(status, "/etc/passwd/x")).isEqualTo(Outcome.MISSING);
        }
    }

    @Test
    void answersManyAtOnceInTheirOrder() {
        try (NativeStatus status = new NativeStatus()) {
            byte[] paths = ("xx" + here + "\0/nowhere/at/all\0/\0").getBytes(StandardCharsets.UTF_8);
            int[] lengths = {99, here.toString().length(), 15, 1};
            status.ask(paths, 2, lengths, 1, 3);
            assertThat(status.outcome(0, answer)).isEqualTo(Outcome.FOUND);
            assertThat(status.outcome(1, answer)).isEqualTo(Outcome.MISSING);
            assertThat(status.outcome(2, answer)).isEqualTo(Outcome.FOUND);
        }
    }

    private Outcome ask(NativeStatus status, String path) {
        byte[] bytes = (path + "\0").getBytes(StandardCharsets.UTF_8);
        status.ask(bytes, 0, new int[] {bytes.length - 1}, 0, 1);
        return status.outcome(0, answer);
    }

    @Test
    void takesForMissingOnlyWhatIs() {
        assertThat(NativeStatus.refused(Errno.ENOENT)).isEqualTo(Outcome.MISSING);
        assertThat(NativeStatus.refused(Errno.EACCES)).isEqualTo(Outcome.DENIED);
        assertThat(NativeStatus.refused(Errno.ENOMEM)).isEqualTo(Outcome.UNKNOWN);
    }

    private static long nanos(Object time) {
        return ((FileTime) time).to(TimeUnit.NANOSECONDS);
    }
}
