package org.bulle.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bulle.engine.policy.Limit;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.run.ControlGroups.Found;
import org.bulle.engine.sandbox.seccomp.ListenerSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a group for a run can be made, on trees of files that look like the kernel's; and a real group where this machine has cgroup v2. */
class ControlGroupsTest {
    private static final long SELF = 4242;

    @TempDir
    Path temp;

    private Path top;
    private Path membership;
    private Path mounts;
    private final Set<Path> marked = new HashSet<>();
    private boolean managed = true;

    @BeforeEach
    void makeTree() throws IOException {
        top = Files.createDirectory(temp.resolve("cgroup fs"));
        membership = temp.resolve("membership");
        mounts = temp.resolve("mounts");
        Files.writeString(
                mounts,
                "24 30 0:22 / /proc rw - proc proc rw\n31 24 0:27 / "
                        + top.toString().replace(" ", "\\040") + " rw,nosuid shared:9 - cgroup2 cgroup2 rw\n");
        group("", "cpu memory pids", "cpu memory pids", "1");
        Files.delete(top.resolve("cgroup.type"));
        member("/user.slice/user-1000.slice/session-3.scope");
        group("user.slice", "cpu memory pids", "memory pids", "");
        group("user.slice/user-1000.slice", "memory pids", "memory pids", "");
        group("user.slice/user-1000.slice/session-3.scope", "memory pids", "", SELF + "\n77");
    }

    private Path group(String name, String controllers, String handedOn, String processes) throws IOException {
        Path group = Files.createDirectories(top.resolve(name));
        Files.writeString(group.resolve("cgroup.controllers"), controllers + "\n");
        Files.writeString(group.resolve("cgroup.subtree_control"), handedOn + "\n");
        Files.writeString(group.resolve("cgroup.procs"), processes + "\n");
        Files.writeString(group.resolve("cgroup.type"), "domain\n");
        return group;
    }

    private void member(String path) throws IOException {
        Files.writeString(membership, "1:name=systemd:/x\n0::" + path + "\n");
    }

    private ControlGroups groups() {
        return new ControlGroups(membership, mounts, managed, marked::contains, () -> SELF);
    }

    private String refusal(String... controllers) {
        Found found = groups().find(Set.of(controllers));
        assertThat(found).isInstanceOf(Found.Unusable.class);
        return ((Found.Unusable) found).reason().english();
    }

    private Found.Usable place(String... controllers) {
        Found found = groups().find(Set.of(controllers));
        assertThat(found).as(found.toString()).isInstanceOf(Found.Usable.class);
        return (Found.Usable) found;
    }

    @Test
    void takesNothingOfSystemdThatIsNotDelegatedEvenIfItCouldBeWritten() {
        assertThat(refusal("memory"))
                .contains("session-3.scope is systemd's and not delegated")
                .contains("Delegate=yes");
    }

    @Test
    void takesNothingBelowTheUsersServiceManagerEither() throws IOException {
        Path service = group("user.slice/user-1000.slice/user@1000.service", "memory pids", "memory pids", "");
        group("user.slice/user-1000.slice/user@1000.service/app.slice", "memory pids", "memory pids", "");
        group("user.slice/user-1000.slice/user@1000.service/app.slice/a.scope", "memory pids", "", "" + SELF);
        marked.add(service);
        member("/user.slice/user-1000.slice/user@1000.service/app.slice/a.scope");
        assertThat(refusal("memory")).contains("not delegated");
    }

    @Test
    void stepsAsideInADelegatedGroupOfItsOwn() throws IOException {
        Path scope = group("run.scope", "memory pids", "", "" + SELF);
        marked.add(scope);
        member("/run.scope");
        assertThat(place("memory", "pids")).isEqualTo(new Found.Usable(scope, List.of("memory", "pids"), true));
        assertThat(refusal("cpu")).contains("has no controller cpu");
    }

    @Test
    void doesNotMoveOthersOutOfAGroup() throws IOException {
        marked.add(group("run.scope", "memory", "", SELF + "\n77"));
        member("/run.scope");
        assertThat(refusal("memory")).contains("other processes in it");
    }

    @Test
    void usesADelegatedParentThatHandsTheControllersOn() throws IOException {
        Path delegated = group("service", "memory pids", "memory", "");
        group("service/inner", "memory", "", SELF + "\n77");
        marked.add(delegated);
        member("/service/inner");
        assertThat(place("memory")).isEqualTo(new Found.Usable(delegated, List.of(), false));
        assertThat(refusal("pids")).contains("inner has no controller pids");
    }

    @Test
    void needsNoMarkWhereSystemdIsNotAtWork() throws IOException {
        managed = false;
        assertThat(place("memory").parent()).isEqualTo(top.resolve("user.slice/user-1000.slice"));
    }

    @Test
    void mayNotWriteIsNotDelegated() throws IOException {
        assumeTrue(!Files.isWritable(Path.of("/")), "root may write everywhere");
        managed = false;
        for (String name :
                List.of("", "user.slice", "user.slice/user-1000.slice", "user.slice/user-1000.slice/session-3.scope")) {
            assertThat(top.resolve(name).resolve("cgroup.procs").toFile().setWritable(false))
                    .isTrue();
        }
        assertThat(refusal("memory")).contains("not delegated to you");
    }

    @Test
    void saysWhichControllerThereIsNot() throws IOException {
        Files.writeString(top.resolve("cgroup.controllers"), "hugetlb\n");
        assertThat(refusal("memory", "pids"))
                .contains("no controller memory, pids here")
                .contains("cgroup v1");
    }

    @Test
    void saysWhenThereIsNoCgroupV2() throws IOException {
        Files.writeString(mounts, "24 30 0:22 / /proc rw - proc proc rw\n");
        assertThat(refusal("memory")).isEqualTo("cgroup v2 is not mounted here");
        Files.writeString(membership, "4:memory:/x\n");
        assertThat(refusal("memory")).isEqualTo("cgroup v2 is not mounted here");
        Files.delete(membership);
        assertThat(refusal("memory")).startsWith("cgroup v2 cannot be looked at");
    }

    @Test
    void takesNoThreadedGroup() throws IOException {
        Path scope = group("run.scope", "memory", "", "" + SELF);
        Files.writeString(scope.resolve("cgroup.type"), "threaded\n");
        marked.add(scope);
        member("/run.scope");
        assertThat(refusal("memory")).contains("threaded");
    }

    private static Limit asked(String name, String value) {
        return new Limit(name, value, "", false, Statement.NONE);
    }

    @Test
    void decidesEachLimitByItsOwnMechanism() throws IOException {
        managed = false;
        LimitMechanisms mechanisms = new LimitMechanisms(groups(), () -> new ListenerSupport.Available(true));
        assertThat(mechanisms.decide(
                        List.of(
                                asked("memory", "1G"),
                                asked("cpu", "50%"),
                                asked("nproc", "10"),
                                asked("nofile", "64"),
                                asked("fsize", "1M"),
                                asked("cpu-time", "5s")),
                        Platform.LINUX))
                .extracting(limit -> limit.name() + " " + limit.enforced() + " " + limit.mechanism())
                .containsExactly(
                        "memory true cgroup v2 memory.max",
                        "cpu true cgroup v2 cpu.max",
                        "nproc true cgroup v2 pids.max",
                        "nofile true RLIMIT_NOFILE",
                        "fsize true RLIMIT_FSIZE",
                        "cpu-time true RLIMIT_CPU")
                .allMatch(line -> !line.contains("RLIMIT_AS") && !line.contains("RLIMIT_NPROC"));
        assertThat(mechanisms.decide(List.of(asked("memory", "1G")), Platform.MACOS))
                .singleElement()
                .satisfies(limit -> {
                    assertThat(limit.enforced()).isFalse();
                    assertThat(limit.reason().english()).isNotBlank();
                });
    }

    @Test
    void losesOnlyTheLimitsWhoseControllerIsMissing() throws IOException {
        Path scope = group("run.scope", "memory pids", "", "" + SELF);
        marked.add(scope);
        member("/run.scope");
        assertThat(new LimitMechanisms(groups(), () -> new ListenerSupport.Available(true))
                        .decide(List.of(asked("memory", "1G"), asked("cpu", "50%")), Platform.LINUX))
                .extracting(limit -> limit.name() + " " + limit.enforced())
                .containsExactly("memory true", "cpu false");
    }

    @ParameterizedTest
    @CsvSource({
        "memory,1.5K,1536",
        "nproc,12,12",
        "cpu,50%,50000 100000",
        "cpu,200%,200000 100000",
        "cpu,0.5%,5000 1000000",
        "cpu,0.01%,"
    })
    void writesWhatTheKernelReads(String name, String value, String file) {
        assertThat(LimitMechanisms.GroupFile.of(name).orElseThrow().value(value).orElse(null))
                .isEqualTo(file);
    }

    @ParameterizedTest
    @CsvSource({"cpu-time,1ms,1", "cpu-time,1001ms,2", "fsize,0.5K,512", "nofile,64,64"})
    void roundsTimeUp(String name, String value, long number) {
        assertThat(LimitMechanisms.Resource.of(name).orElseThrow().value(value)).isEqualTo(number);
    }

    @Test
    void leavesNothingWhenAGroupCannotBeMade() throws IOException {
        Path scope = group("run.scope", "memory", "memory", "");
        Found.Usable place = new Found.Usable(scope, List.of(), false);
        assertThatThrownBy(() -> RunGroup.make(place, Map.of("memory.max", "1")))
                .isInstanceOf(IOException.class);
        assertThat(scope.toFile().list((_, name) -> name.startsWith("bulle-"))).isEmpty();
    }

    @Test
    void leavesTheLimitsOfWhatStillRunsInPlace() throws IOException {
        Path scope = group("run.scope", "memory", "memory", "");
        Path survivors = group("run.scope/bulle-1-1", "memory", "", "77");
        Path ours = group("run.scope/bulle-1-1-supervisor", "memory", "", "" + SELF);
        new RunGroup(scope, survivors, Optional.of(ours), List.of("memory")).close();
        assertThat(scope.resolve("cgroup.subtree_control"))
                .as("something of this run is left")
                .hasContent("memory\n");
        new RunGroup(scope, scope.resolve("bulle-1-2"), Optional.of(ours), List.of("memory")).close();
        assertThat(scope.resolve("cgroup.subtree_control"))
                .as("another run goes on")
                .hasContent("memory\n");
        Files.move(survivors, temp.resolve("gone"));
        new RunGroup(scope, survivors, Optional.of(ours), List.of("memory")).close();
        assertThat(Files.readString(scope.resolve("cgroup.subtree_control"))).startsWith("-memory");
    }

    /** Of the kernel's own groups: moving, ending and removing need no controller. */
    @Test
    void holdsAProcessInAGroupOfTheKernel() throws Exception {
        Path real = Files.isDirectory(Path.of("/sys/fs/cgroup/unified"))
                ? Path.of("/sys/fs/cgroup/unified")
                : Path.of("/sys/fs/cgroup");
        assumeTrue(
                Files.exists(real.resolve("cgroup.procs")) && Files.isWritable(real.resolve("cgroup.procs")),
                "no cgroup v2 that we may write");
        Process sleeper = new ProcessBuilder("sleep", "60").start();
        Path directory;
        try (RunGroup group = RunGroup.make(new Found.Usable(real, List.of(), false), Map.of())) {
            directory = group.directory();
            group.add(sleeper.pid());
            assertThat(Files.readString(Path.of("/proc/" + sleeper.pid() + "/cgroup")))
                    .contains("/" + directory.getFileName());
            group.kill();
            assertThat(sleeper.waitFor()).isEqualTo(137);
        } finally {
            sleeper.destroyForcibly();
        }
        assertThat(directory).doesNotExist();
    }
}
