package org.bulle.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The completion scripts in the shells that they are for. */
class CompletionShellIT {
    private Typed bulle;
    private String directory;

    @BeforeEach
    void open() throws IOException {
        bulle = new Typed();
        directory = bulle.executable().getParent().toString();
        Files.createDirectory(bulle.workspace.resolve("sub"));
        Files.writeString(bulle.workspace.resolve("subfile"), "");
    }

    @AfterEach
    void close() throws IOException {
        bulle.close();
    }

    private static void need(String shell) {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/" + shell)) || Files.isExecutable(Path.of("/bin/" + shell)),
                "no " + shell + " here");
    }

    private String shell(String... line) throws Exception {
        bulle.with("PATH", directory + ":/usr/bin:/bin");
        Typed.Result result = bulle.finish(bulle.start(List.of(line)));
        assertThat(result.code()).as(result.err()).isZero();
        return result.out();
    }

    /** What bash would insert for each line; words as readline splits them. */
    private String bash(String... words) throws Exception {
        StringBuilder script = new StringBuilder("eval \"$(bulle completion bash)\"\n");
        for (String line : words) {
            script.append("COMP_WORDS=(")
                    .append(line)
                    .append("); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _bulle\n");
            script.append("printf '%s|' \"${COMPREPLY[@]}\"; echo\n");
        }
        return shell("bash", "--norc", "-c", script.toString());
    }

    @Test
    void completesInBash() throws Exception {
        need("bash");
        assertThat(bash(
                        "bulle sho",
                        "bulle tool,offl",
                        "bulle tool --allow = netw",
                        "bulle tool --ro /etc/passw,/etc/hostna",
                        "bulle tool sub",
                        "bulle show --platform li"))
                .isEqualTo("show|\ntool,offline|\nnetwork|\n/etc/passw,/etc/hostname|\nsub|\nlinux|\n");
    }

    @Test
    void completesInFish() throws Exception {
        need("fish");
        String script = "bulle completion fish | source; "
                + "complete -C 'bulle sho'; complete -C 'bulle tool,offl'; complete -C 'bulle tool --allow=netw'; complete -C 'bulle tool --config su'";
        assertThat(shell("fish", "--no-config", "-c", script).lines())
                .anyMatch(line -> line.startsWith("show\t"))
                .anyMatch(line -> line.startsWith("tool,offline"))
                .anyMatch(line -> line.startsWith("--allow=network"))
                .anyMatch(line -> line.startsWith("sub/"));
    }

    /** zsh completes only in its line editor: one runs on a terminal of its own (zpty) and prints what it has completed. */
    @Test
    void completesInZsh() throws Exception {
        need("zsh");
        String script = """
                zmodload zsh/zpty
                zpty z zsh -f -i
                zpty -w z 'PS1=; autoload -Uz compinit && compinit -u -d $HOME/dump; eval "$(bulle completion zsh)"; print READY${:-1}'
                zpty -r z REPLY '*READY1*'
                for line in 'bulle sho' 'bulle tool,offl' 'bulle tool --allow=netw' 'bulle --env-fi'; do
                    zpty -w -n z $line$'\\t'
                    sleep 0.1
                    zpty -w -n z $'\\x01: <\\x05>\\n'
                    zpty -r z REPLY '*<*>*'
                    print -r -- ${REPLY//$'\\r'/}
                done
                zpty -d z
                """;
        assertThat(shell("zsh", "-f", "-c", script))
                .contains("bulle show", "bulle tool,offline", "bulle tool --allow=network", "bulle --env-file");
    }
}
