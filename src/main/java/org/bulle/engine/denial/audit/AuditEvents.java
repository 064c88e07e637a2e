package org.bulle.engine.denial.audit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Enforcer;
import org.bulle.engine.denial.observe.DenialLog;

/**
 * Picks the denials of one supervisor's domains out of the stream of audit records. The records of an event come together; the domain's own record, which
 * names the process that made it, comes with the first denial of the domain.
 */
public final class AuditEvents {
    /** Stands for the name of a new or removed entry: those records name the directory only. */
    public static final String UNNAMED = "(name unknown)";

    private final int supervisor;
    private final DenialLog log;
    private final Set<String> ours = new HashSet<>();
    private final List<AuditRecord> pending = new ArrayList<>();
    private long serial = -1;

    /**
     * @param supervisor the process that made the domains
     */
    public AuditEvents(int supervisor, DenialLog log) {
        this.supervisor = supervisor;
        this.log = log;
    }

    public void accept(AuditRecord record) {
        if (record.serial() != serial) {
            flush();
            serial = record.serial();
        }
        switch (record.type()) {
            case AuditRecord.LANDLOCK_DOMAIN -> domain(record);
            case AuditRecord.LANDLOCK_ACCESS, AuditRecord.SYSCALL -> pending.add(record);
            case AuditRecord.END_OF_EVENT -> flush();
            default -> {}
        }
    }

    /** To be called when no more records come: the last event may have no end. */
    public void flush() {
        Optional<AuditRecord> call = pending.stream()
                .filter(record -> record.type() == AuditRecord.SYSCALL)
                .findFirst();
        List<AuditRecord> denied = pending.stream()
                .filter(record -> record.type() == AuditRecord.LANDLOCK_ACCESS)
                .filter(record -> record.field("domain").filter(ours::contains).isPresent())
                .toList();
        boolean move = denied.stream().anyMatch(AuditEvents::isMove);
        // Of a move or link the kernel also lists what the target's directory lacks, which is not why it was refused.
        denied.stream().filter(record -> !move || isMove(record)).forEach(record -> note(record, call));
        pending.clear();
    }

    private static boolean isMove(AuditRecord record) {
        return blockers(record).contains("fs.refer");
    }

    private static Set<String> blockers(AuditRecord record) {
        return Set.copyOf(List.of(record.field("blockers").orElse("").split(",")));
    }

    private void domain(AuditRecord record) {
        boolean allocated = record.field("status").filter("allocated"::equals).isPresent();
        if (allocated && record.number("pid").filter(pid -> pid == supervisor).isPresent()) {
            record.field("domain").ifPresent(ours::add);
        }
    }

    private void note(AuditRecord record, Optional<AuditRecord> call) {
        String process = call.flatMap(by -> by.text("comm")).orElse("");
        int pid = call.flatMap(by -> by.number("pid")).orElse(0);
        Set<String> blockers = blockers(record);
        if (blockers.contains("net.connect_tcp")) {
            log.host(
                    Access.CONNECT,
                    record.text("daddr").orElse(""),
                    record.number("dest").orElse(0),
                    process,
                    pid,
                    Enforcer.LANDLOCK);
        } else if (blockers.contains("net.bind_tcp")) {
            log.host(
                    Access.BIND,
                    record.text("saddr").orElse(""),
                    record.number("src").orElse(0),
                    process,
                    pid,
                    Enforcer.LANDLOCK);
        } else if (blockers.contains("scope.signal") || blockers.contains("ptrace")) {
            log.host(
                    Access.SIGNAL,
                    record.text("ocomm").orElse("") + " ("
                            + record.field("opid").orElse("") + ")",
                    0,
                    process,
                    pid,
                    Enforcer.LANDLOCK);
        } else {
            path(record, blockers, process, pid);
        }
    }

    private void path(AuditRecord record, Set<String> blockers, String process, int pid) {
        String path = record.text("path").or(() -> record.text("name")).orElse("");
        if (blockers.contains("scope.abstract_unix_socket")) {
            log.path(Access.CONNECT, "@" + path.replace("\0", ""), process, pid, Enforcer.LANDLOCK);
        } else if (blockers.contains("fs.change_topology")) {
            log.path(Access.SERVICE, "mount", process, pid, Enforcer.LANDLOCK);
        } else if (blockers.equals(Set.of("fs.ioctl_dev"))) {
            log.path(Access.WRITE, path, process, pid, Enforcer.LANDLOCK);
        } else if (blockers.equals(Set.of("fs.resolve_unix"))) {
            log.path(Access.CONNECT, path, process, pid, Enforcer.LANDLOCK);
        } else {
            onTree(path, blockers, process, pid);
        }
    }

    /** Of a move or link both directories are named, each in a record of its own. */
    private void onTree(String path, Set<String> blockers, String process, int pid) {
        String entry = path.equals("/") ? "/" + UNNAMED : path + "/" + UNNAMED;
        if (blockers.contains("fs.refer")) {
            log.path(Access.RENAME, entry, process, pid, Enforcer.LANDLOCK);
        } else if (blockers.stream().anyMatch(blocker -> blocker.startsWith("fs.make_"))) {
            log.path(Access.CREATE, entry, process, pid, Enforcer.LANDLOCK);
        } else if (blockers.contains("fs.remove_file") || blockers.contains("fs.remove_dir")) {
            log.path(Access.DELETE, entry, process, pid, Enforcer.LANDLOCK);
        } else if (blockers.contains("fs.write_file") || blockers.contains("fs.truncate")) {
            log.path(Access.WRITE, path, process, pid, Enforcer.LANDLOCK);
        } else if (blockers.contains("fs.execute")) {
            log.path(Access.EXECUTE, path, process, pid, Enforcer.LANDLOCK);
        } else if (blockers.contains("fs.read_file") || blockers.contains("fs.read_dir")) {
            log.path(Access.READ, path, process, pid, Enforcer.LANDLOCK);
        } else {
            log.gap("the kernel reports a denial of a kind that is not known here: " + String.join(",", blockers));
        }
    }
}
