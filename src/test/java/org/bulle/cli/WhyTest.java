package org.bulle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What show --why explains, and what the kernel says beside it. */
class WhyTest {
    private Desk desk;

    @BeforeEach
    void sit(@TempDir Path root) throws IOException {
        desk = new Desk(root);
        for (String list : new String[] {"ro", "rox", "rw", "rwx", "out"}) {
            Path folder = Files.createDirectory(desk.root.resolve(list));
            Path file = Files.writeString(folder.resolve("f"), "#!/bin/sh\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        desk.profile(
                "lists",
                "inherits = \"base\"\nro = [\"@/ro\"]\nrox = [\"@/rox\"]\nrw = [\"@/rw\"]\nrwx = [\"@/rwx\"]\n"
                        .replace("@", desk.root.toString()));
    }

    private JsonNode ask(String path) {
        Desk.Result result = desk.typeHere("show", "--json", "lists", "--why", path);
        assertThat(result.code()).as(result.err()).isZero();
        return JsonMapper.shared().readTree(result.out());
    }

    private Map<String, String> kernel(String path) {
        return ask(path)
                .get("kernel")
                .valueStream()
                .collect(Collectors.toMap(
                        each -> each.get("access").stringValue(),
                        each -> each.get("answer").stringValue()));
    }

    @ParameterizedTest
    @CsvSource({
        "ro,allowed,refused,refused",
        "rox,allowed,refused,allowed",
        "rw,allowed,allowed,refused",
        "rwx,allowed,allowed,allowed",
        "out,refused,refused,refused"
    })
    void agreesWithTheKernelOnFiles(String list, String read, String write, String execute) throws IOException {
        SortedMap<String, String> before = desk.files();
        Map<String, String> answers = kernel("@" + list + "/f");
        assertThat(answers).containsEntry("read", read).containsEntry("write", write);
        assertThat(answers.get("execute")).isIn(execute, "not asked");
        assertThat(answers).containsEntry("remove", write);
        assertThat(desk.files()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"ro,allowed,refused", "rw,allowed,allowed", "rwx,allowed,allowed", "out,refused,refused"})
    void agreesWithTheKernelOnDirectories(String list, String read, String create) {
        assertThat(kernel("@" + list)).containsEntry("read", read).containsEntry("create", create);
        assertThat(kernel("@" + list + "/new")).containsEntry("create", create);
    }

    @Test
    void namesTheEntryThatGrantsAndWhereItStands() {
        Desk.Result result = desk.typeHere("show", "lists", "--why", "@rw/f");
        assertThat(result.out()).contains("Granted  rw", "lists:4", "Kernel");
        assertThat(ask("@out/f").get("granted").isNull()).isTrue();
        assertThat(desk.typeHere("show", "lists", "--why", "@out/f").out()).contains("no entry covers it", "--ro");
    }

    @Test
    void judgesALinkByWhatItLeadsTo() throws IOException {
        Files.createSymbolicLink(desk.root.resolve("ro/away"), desk.root.resolve("out/f"));
        JsonNode json = ask("@ro/away");
        assertThat(json.get("real_path").stringValue()).isEqualTo(desk.root + "/out/f");
        assertThat(json.get("granted").isNull()).isTrue();
        assertThat(kernel("@ro/away")).containsEntry("read", "refused");
    }

    @Test
    void doesNotOpenWhatActsWhenItIsOpened() {
        assertThat(kernel("/dev/null")).containsEntry("read", "not asked").containsEntry("write", "not asked");
    }
}
