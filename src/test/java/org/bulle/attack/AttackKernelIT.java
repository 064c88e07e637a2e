package org.bulle.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.bulle.kernel.Account;
import org.bulle.kernel.Lab;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The attempts of {@code attacks.py}, by each account: none may reach its goal in the sandbox, and each does without it, or says why this machine has nothing
 * to attack there. One line a case. {@code -Dattack.tries=100000} makes the races longer, {@code -Dattack.only=race} makes only the attempts with that in
 * their name.
 */
class AttackKernelIT {
    private static final String PYTHON = "/usr/bin/python3";
    private static final int TRIES = Integer.getInteger("attack.tries", 1500);
    private static final String ONLY = System.getProperty("attack.only", "");
    /** With root's rights there is more to attack. */
    private static final int LEAST_ATTEMPTS = 60;

    private record Answer(String goal, String verdict, String detail) {
        String words() {
            return detail.isEmpty() ? verdict : verdict + " (" + detail + ")";
        }
    }

    @TestFactory
    Stream<DynamicTest> noAttemptReachesItsGoal() throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        for (Account account : Account.all()) {
            tests.addAll(attempts(account));
        }
        return tests.stream();
    }

    private static List<DynamicTest> attempts(Account account) throws Exception {
        Map<String, Answer> free = answers(account, false);
        Map<String, Answer> confined = answers(account, true);
        List<DynamicTest> tests = new ArrayList<>();
        free.forEach((name, without) -> {
            Answer within = Objects.requireNonNull(confined.get(name), name);
            tests.add(DynamicTest.dynamicTest(who(account) + ": " + name, () -> {
                System.out.println("attack " + name + " (" + who(account) + ") " + without.goal() + ": "
                        + within.words() + "; without the sandbox: " + without.words());
                assertThat(within.verdict()).as(within.toString()).isIn("refused", "unavailable");
                assertThat(without.verdict())
                        .as("without the sandbox: " + without)
                        .isIn("reached", "unavailable");
            }));
        });
        long shown = free.values().stream()
                .filter(answer -> answer.verdict().equals("reached"))
                .count();
        tests.add(DynamicTest.dynamicTest(who(account) + ": enough of them work without the sandbox", () -> {
            System.out.println("attack (" + who(account) + "): " + free.size() + " attempts, " + shown
                    + " of them work here without the sandbox");
            assertThat(shown).isGreaterThanOrEqualTo(ONLY.isEmpty() ? LEAST_ATTEMPTS : 1);
        }));
        return tests;
    }

    private static String who(Account account) {
        return account == Account.CURRENT && Account.isRoot() ? "root" : "ordinary user";
    }

    private static Map<String, Answer> answers(Account account, boolean confined) throws Exception {
        try (Lab lab = Lab.of(account)) {
            Map<String, Object> places = new LinkedHashMap<>();
            List<String> flags = furnish(lab, account, places);
            places.put("confined", confined);
            places.put("tries", TRIES);
            places.put("only", ONLY);
            List<String> attempts = List.of(
                    PYTHON, "-I", lab.path("attacks.py"), JsonMapper.shared().writeValueAsString(places));
            // The starter forgets a descriptor of the secret.
            List<String> line =
                    new ArrayList<>(List.of("/usr/bin/sh", "-c", "exec 7<\"$0\"; exec \"$@\"", lab.path("secret/f")));
            if (confined) {
                places.remove("supervisor");
                line.addAll(lab.supervisor(
                        flags,
                        List.of(
                                PYTHON,
                                "-I",
                                lab.path("attacks.py"),
                                JsonMapper.shared().writeValueAsString(places))));
            } else {
                line.addAll(account.prefix());
                line.addAll(attempts);
            }
            Lab.Result result = lab.finish(lab.start(line), Lab.PATIENCE_SECONDS + TRIES / 20);
            Map<String, Answer> answers = new LinkedHashMap<>();
            for (String each : result.lines()) {
                JsonNode answer = JsonMapper.shared().readTree(each);
                answers.put(
                        answer.get("name").asString(),
                        new Answer(
                                answer.get("goal").asString(),
                                answer.get("verdict").asString(),
                                answer.get("detail").asString()));
            }
            assertThat(result.exitCode()).as(result.toString()).isZero();
            return answers;
        }
    }

    /** What there is to attack, and the grants of a run that has none of it. */
    private static List<String> furnish(Lab lab, Account account, Map<String, Object> places) throws Exception {
        copy(lab, "attacks.py");
        copy(lab, "outside.py");
        for (String directory : List.of("out", "out/dir", "readonly", "readonly/dir", "single", "services")) {
            lab.directory(directory);
        }
        for (String name : List.of("victim", "movable", "exchanged", "removable", "raced")) {
            lab.file("out/" + name, name);
        }
        for (String name : List.of("f", "g", "removable", "dir/f")) {
            lab.file("readonly/" + name, name);
        }
        lab.file("single/granted", "granted");
        Files.copy(
                Path.of("/usr/bin/true"), lab.root().resolve("readonly/program"), StandardCopyOption.REPLACE_EXISTING);
        String name = "bulle-attack-" + lab.root().getFileName();
        String[] outside = {
            "/usr/bin/env",
            "VICTIM=1",
            PYTHON,
            "-I",
            lab.path("outside.py"),
            lab.path("services"),
            name,
            lab.path("secret/f")
        };
        long victim = lab.startUnconfined(outside).pid();
        places.put("port", Integer.parseInt(lab.await("services/ready")));
        places.put("victim", victim);
        places.put("supervisor", lab.startUnconfined("/usr/bin/sleep", "1000").pid());
        places.put("victim_count", lab.path("services/signals"));
        places.put("service", lab.path("services/service"));
        places.put("service_count", lab.path("services/connections"));
        places.put("packets", lab.path("services/packets"));
        places.put("datagrams", lab.path("services/datagrams"));
        places.put("abstract", name);
        places.put("workspace", lab.path("workspace"));
        places.put("secret", lab.path("secret/f"));
        places.put("out", lab.path("out"));
        places.put("readonly", lab.path("readonly"));
        places.put("granted", lab.path("single/granted"));
        places.put("inherited", 7);
        List<String> flags = new ArrayList<>(List.of(
                "--ro",
                lab.path("attacks.py"),
                "--ro",
                lab.path("readonly"),
                "--rw",
                lab.path("single/granted"),
                "--rw",
                "/dev/ptmx",
                "--rw",
                "/dev/pts"));
        if (account == Account.NOBODY) {
            Path program = lab.root().resolve("set-user-id");
            Files.copy(Path.of("/usr/bin/id"), program);
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setAttribute(program, "unix:mode", 04755);
            places.put("setuid", program.toString());
            flags.addAll(List.of("--rox", program.toString()));
        }
        return flags;
    }

    private static void copy(Lab lab, String name) throws IOException {
        try (var in = Objects.requireNonNull(AttackKernelIT.class.getResourceAsStream(name))) {
            Files.copy(in, lab.root().resolve(name));
        }
    }
}
