package org.bulle.engine.denial.suggest;

import static org.bulle.engine.jna.linux.Landlock.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.denial.observe.PolicyJudge;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Grant;
import org.bulle.engine.policy.Policy;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.Capabilities;
import org.bulle.engine.sandbox.landlock.HandledAccess;

/**
 * Works out, for each denial, whether it was a harmless probe, what it would put at stake, and the narrowest portable entry that really would have
 * allowed it.
 */
public final class Suggester {
    private static final int SIBLINGS_FOR_A_DIRECTORY = 3;
    private static final int LEAST_DEPTH = 2;
    private static final Pattern STORE_ITEM = Pattern.compile(
            "(/(?:nix|gnu)/store/[^/]+|/snap/[^/]+/[^/]+|(?:/opt/homebrew|/usr/local|/home/linuxbrew/\\.linuxbrew)/Cellar/[^/]+/[^/]+)(?:/.*)?");
    private static final Pattern SHARED_TEMP = Pattern.compile("/tmp|/var/tmp|/dev/shm");
    private static final Pattern PASSING_NAME = Pattern.compile(
            ".*(?=[A-Za-z0-9_]{6,}$)(?:[A-Za-z0-9_]*\\d[A-Za-z_]*\\d[A-Za-z0-9_]*|[a-z0-9_]*[A-Z][A-Za-z0-9_]*[a-z][A-Za-z0-9_]*)");
    private static final Pattern OF_A_PROCESS = Pattern.compile("/proc/\\d+(?:/.*)?");
    private static final Pattern PSEUDO_TERMINAL = Pattern.compile("/dev/pts/\\d+");

    private final HandledAccess handled;
    private final Surroundings around;
    private final MachineView machine;
    private final Trial trial;
    private final RiskAssessor risks;
    private final PathSpelling spelling;
    private final PolicyJudge judge;
    private final Optional<LinkedWorkTree> workTree;

    /**
     * @param machine what is on this machine
     * @param trial how entries are resolved
     */
    public Suggester(Policy policy, HandledAccess handled, Surroundings around, MachineView machine, Trial trial) {
        this.handled = handled;
        this.around = around;
        this.machine = machine;
        this.trial = trial;
        this.risks = new RiskAssessor(around);
        this.spelling = new PathSpelling(around);
        this.judge = PolicyJudge.of(policy, handled, machine::isDirectory);
        this.workTree = machine.workTree(around.workspace());
    }

    /** What would have to be granted for one denial, before it is spelled. */
    private sealed interface Need {
        /**
         * @param path of the grant
         * @param directory the grant is a tree
         * @param marker "" or "+": it does not exist and has to be made before the run
         */
        record OnPath(AccessList list, String path, boolean directory, String marker) implements Need {}

        record Capability(String name, List<String> ladder) implements Need {}

        record Impossible(Statement why) implements Need {}
    }

    /**
     * The denials in the same order, with risk, harmlessness and suggestion filled in.
     *
     * @param makesDirectory whether a denied creation was one of a directory
     * @param needsExecute whether a denied move goes where things may be executed
     */
    public List<Denial> suggest(
            List<Denial> denials, Predicate<Denial> makesDirectory, Predicate<Denial> needsExecute) {
        List<Need> needs = new ArrayList<>(denials.size());
        List<Boolean> harmless = new ArrayList<>(denials.size());
        for (Denial denial : denials) {
            needs.add(need(denial, makesDirectory.test(denial), needsExecute.test(denial)));
            harmless.add(Probes.isHarmless(denial));
        }
        Map<String, Need.OnPath> wanted = new TreeMap<>();
        for (int i = 0; i < denials.size(); i++) {
            if (!harmless.get(i) && needs.get(i) instanceof Need.OnPath need) {
                wanted.merge(need.path(), need, Suggester::both);
            }
        }
        Map<String, Suggestion> spelled = spell(wanted);
        Trials trials = tryOut(spelled.values());
        List<Denial> out = new ArrayList<>(denials.size());
        for (int i = 0; i < denials.size(); i++) {
            out.add(finish(denials.get(i), needs.get(i), harmless.get(i), wanted, spelled, trials));
        }
        return out;
    }

    private static Need.OnPath both(Need.OnPath a, Need.OnPath b) {
        return new Need.OnPath(
                a.list().union(b.list()),
                a.path(),
                a.directory() || b.directory(),
                a.marker().isEmpty() ? b.marker() : a.marker());
    }

    // ---- what is needed

    private Need need(Denial denial, boolean makesDirectory, boolean needsExecute) {
        Optional<Need> ofWorkTree = denial.path().flatMap(path -> inRepository(denial.access(), path));
        if (ofWorkTree.isPresent()) {
            return ofWorkTree.get();
        }
        return switch (denial.access()) {
            case READ -> reading(denial.path().orElse(""));
            case WRITE -> onFile(AccessList.RW, denial.path().orElse(""));
            case EXECUTE -> executing(denial.path().orElse(""));
            case CREATE, BIND ->
                denial.path().isPresent() ? creating(denial.path().get(), makesDirectory) : network(denial);
            case DELETE, RENAME -> changing(denial.access(), denial.path().orElse(""), needsExecute);
            case CONNECT -> connecting(denial);
            case SIGNAL -> new Need.Impossible(RefusalPhrase.NO_SIGNALS.with());
            case SERVICE -> new Need.Impossible(service(denial.path().orElse("")));
        };
    }

    /** Git reads a dozen files of the repository of a linked work tree one after the other, and ends at the first that it may not. */
    private Optional<Need> inRepository(Access access, String path) {
        Optional<LinkedWorkTree> tree = workTree.filter(known -> Paths.isIn(path, known.shared())
                && risks.whyNeverWhole(known.shared()).isEmpty());
        return switch (access) {
            case READ -> tree.map(known -> new Need.OnPath(AccessList.RO, known.shared(), true, ""));
            case WRITE, CREATE, DELETE, RENAME ->
                tree.flatMap(known -> known.part(path)).map(part -> new Need.OnPath(AccessList.RW, part, true, ""));
            case EXECUTE, CONNECT, BIND, SIGNAL, SERVICE -> Optional.empty();
        };
    }

    private Need connecting(Denial denial) {
        if (denial.path().isEmpty()) {
            return network(denial);
        }
        return isAbstract(denial.path().get())
                ? new Need.Impossible(RefusalPhrase.NO_ABSTRACT_SOCKETS.with())
                : onFile(AccessList.RW, denial.path().get());
    }

    private static boolean isAbstract(String path) {
        return path.startsWith("@");
    }

    private Need reading(String path) {
        if (OF_A_PROCESS.matcher(path).matches()) {
            return judge.allows(path, LANDLOCK_ACCESS_FS_READ_FILE)
                    ? new Need.Impossible(RefusalPhrase.NO_OTHER_PROCESSES.with())
                    : new Need.OnPath(AccessList.RO, "/proc", true, "");
        }
        return onFile(AccessList.RO, path);
    }

    private Need onFile(AccessList list, String path) {
        if (PSEUDO_TERMINAL.matcher(path).matches()) {
            return new Need.OnPath(AccessList.RW, "/dev/pts", true, "");
        }
        Matcher item = STORE_ITEM.matcher(path);
        if (item.matches() && !list.writes()) {
            return new Need.OnPath(list, item.group(1), true, "");
        }
        boolean directory = machine.isDirectory(path);
        Optional<Statement> never = directory ? risks.whyNeverWhole(path) : Optional.empty();
        return never.<Need>map(what -> new Need.Impossible(RefusalPhrase.NEVER_WHOLE.with(what)))
                .orElseGet(() -> new Need.OnPath(list, path, directory, ""));
    }

    private Need executing(String path) {
        boolean writable = judge.allows(path, LANDLOCK_ACCESS_FS_WRITE_FILE);
        return onFile(writable ? AccessList.RWX : risks.needed(Access.EXECUTE, path), path);
    }

    private Need creating(String path, boolean makesDirectory) {
        String parent = Paths.parent(path);
        if (!isTooBroad(parent)) {
            return new Need.OnPath(AccessList.RW, parent, true, "");
        }
        if (SHARED_TEMP.matcher(parent).matches()
                && PASSING_NAME.matcher(Paths.name(path)).matches()) {
            return new Need.Impossible(RefusalPhrase.SHARED_TEMP.with(parent));
        }
        Statement credentials = RiskPhrase.CREDENTIAL_DIRECTORY.with();
        if (risks.whyNeverWhole(parent).filter(credentials::equals).isPresent()) {
            return new Need.Impossible(RefusalPhrase.NEVER_WHOLE_AT_ALL.with(credentials));
        }
        return new Need.OnPath(AccessList.RW, path, makesDirectory, "+");
    }

    private Need changing(Access access, String path, boolean needsExecute) {
        String parent = Paths.parent(path);
        if (isTooBroad(parent)) {
            Statement what = risks.whyNeverWhole(parent).orElseGet(() -> RiskPhrase.SHARED_DIRECTORY.with());
            return new Need.Impossible((access == Access.DELETE ? RefusalPhrase.DELETING : RefusalPhrase.RENAMING)
                    .with(new Statement.Verbatim(parent), what));
        }
        return new Need.OnPath(needsExecute ? AccessList.RWX : AccessList.RW, parent, true, "");
    }

    /** Where everything has its files: a grant on it would reach far beyond the one command. */
    private boolean isTooBroad(String directory) {
        return risks.whyNeverWhole(directory).isPresent()
                || spelling.isShared(directory)
                || SHARED_TEMP.matcher(directory).matches()
                || Paths.depthBelow(directory, "/") < LEAST_DEPTH && !Paths.isIn(directory, around.workspace());
    }

    /** From here on the kernel chooses ports itself (ip_local_port_range): the next run will have others. */
    private static final int EPHEMERAL = 32_768;

    /** The narrowest capability that would allow an access without a path. */
    static String capability(Denial denial) {
        return network(denial).name();
    }

    private static Need.Capability network(Denial denial) {
        boolean within = denial.host().filter(Suggester::isLoopback).isPresent()
                || denial.access() == Access.BIND && denial.host().isPresent();
        if (within && denial.port().orElse(0) > 0 && denial.port().getAsInt() < EPHEMERAL) {
            String port = Capabilities.port(denial.port().getAsInt());
            return new Need.Capability(port, List.of(port, "loopback", "network"));
        }
        if (within) {
            return new Need.Capability("loopback", List.of("loopback", "network"));
        }
        return new Need.Capability(
                "network", denial.host().isPresent() ? List.of("network") : List.of("loopback", "network"));
    }

    private static boolean isLoopback(String host) {
        return host.startsWith("127.") || host.equals("::1") || host.equals("0:0:0:0:0:0:0:1");
    }

    private static Statement service(String name) {
        return switch (name) {
            case "unshare", "clone", "clone3", "setns" -> RefusalPhrase.INNER_SANDBOX.with();
            case "mount",
                    "umount2",
                    "pivot_root",
                    "move_mount",
                    "open_tree",
                    "open_tree_attr",
                    "fsopen",
                    "fsconfig",
                    "fsmount",
                    "fspick",
                    "mount_setattr" -> RefusalPhrase.NO_MOUNTS.with();
            case "keyctl", "add_key", "request_key" -> RefusalPhrase.NO_KEYRINGS.with();
            case "ioctl" -> RefusalPhrase.NO_TYPING.with();
            case "setsockopt" -> RefusalPhrase.NO_SOCKET_OPTIONS.with();
            default -> RefusalPhrase.NO_SUCH_CALL.with();
        };
    }

    // ---- spelling, and what covers what

    /** One suggestion for each wanted path; a path below a directory that is suggested anyway shares that directory's. */
    private Map<String, Suggestion> spell(Map<String, Need.OnPath> wanted) {
        Map<String, Integer> siblings = new HashMap<>();
        wanted.values().forEach(need -> siblings.merge(Paths.parent(need.path()), 1, Integer::sum));
        Map<String, Suggestion> spelled = new LinkedHashMap<>();
        for (Need.OnPath need : wanted.values()) {
            Optional<Suggestion> cover = covering(need, wanted, spelled);
            spelled.put(need.path(), cover.orElseGet(() -> spell(need, siblings)));
        }
        return spelled;
    }

    /** In the order of paths a directory comes before what lies in it. */
    private static Optional<Suggestion> covering(
            Need.OnPath need, Map<String, Need.OnPath> wanted, Map<String, Suggestion> spelled) {
        for (String above = need.path(); above.length() > 1; ) {
            above = Paths.parent(above);
            Need.OnPath candidate = wanted.get(above);
            if (candidate != null
                    && candidate.directory()
                    && candidate.list().covers(need.list())
                    && spelled.containsKey(above)) {
                return Optional.of(spelled.get(above));
            }
        }
        return Optional.empty();
    }

    private Suggestion spell(Need.OnPath need, Map<String, Integer> siblings) {
        if (need.list().executes() && !need.directory()) {
            Optional<String> program = machine.programAt(need.path());
            if (program.isPresent() && !need.list().writes()) {
                String entry = "which:" + PathSpelling.escape(program.get());
                return new Suggestion(
                        need.list().key(),
                        "?" + entry,
                        "--" + need.list().key() + " " + PathSpelling.quote(entry),
                        ladder("?" + entry, need, siblings),
                        Optional.empty());
            }
        }
        Optional<String> resolver = resolverFor(need.path());
        String marker = need.marker();
        String flag = spelling.flag(need.list().key(), marker, slashed(need.path(), need.directory()));
        if (!PathSpelling.isText(need.path())) {
            return new Suggestion(need.list().key(), "", flag, List.of(), Optional.empty());
        }
        String entry = "?" + marker + resolver.orElseGet(() -> spelling.entry(slashed(need.path(), need.directory())));
        return new Suggestion(need.list().key(), entry, flag, ladder(entry, need, siblings), Optional.empty());
    }

    private static String slashed(String path, boolean directory) {
        return directory && path.length() > 1 ? path + "/" : path;
    }

    private Optional<String> resolverFor(String path) {
        return around.resolvers().entrySet().stream()
                .filter(resolver -> resolver.getValue().size() == 1
                        && resolver.getValue().getFirst().equals(path))
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst();
    }

    /** From the narrowest: the entry, its directory where that is asked for and not too broad, resolvers whose answer holds it. */
    private List<String> ladder(String entry, Need.OnPath need, Map<String, Integer> siblings) {
        List<String> rungs = new ArrayList<>(List.of(entry));
        String parent = Paths.parent(need.path());
        boolean built = need.list() == AccessList.RWX
                && Paths.isIn(parent, around.workspace())
                && !parent.equals(around.workspace());
        boolean many = siblings.getOrDefault(parent, 0) >= SIBLINGS_FOR_A_DIRECTORY;
        if ((many || built) && isRung(parent)) {
            rungs.add("?" + spelling.entry(parent + "/"));
        }
        around.resolvers().forEach((text, paths) -> {
            boolean holds = paths.stream().anyMatch(path -> Paths.isIn(need.path(), path) && !path.equals(need.path()));
            if (holds && !need.list().writes()) {
                rungs.add("?" + text);
            }
        });
        return rungs.stream().distinct().toList();
    }

    private boolean isRung(String directory) {
        if (risks.whyNeverWhole(directory).isPresent()
                || SHARED_TEMP.matcher(directory).matches()
                || !PathSpelling.isText(directory)) {
            return false;
        }
        Optional<String> shared = List.of("CONFIG", "DATA", "CACHE", "STATE").stream()
                .map(name -> around.variables().getOrDefault(name, ""))
                .filter(value -> !value.isEmpty() && Paths.isIn(directory, value))
                .findFirst();
        if (shared.isPresent()) {
            return Paths.depthBelow(directory, shared.get()) >= 1;
        }
        boolean home = !around.home().isEmpty() && Paths.isIn(directory, around.home());
        return Paths.depthBelow(directory, home ? around.home() : "/") >= LEAST_DEPTH;
    }

    // ---- trying out

    /** What the suggested entries would grant. */
    private record Trials(Map<Trial.Entry, Trial.Outcome> outcomes, Map<Trial.Entry, PolicyJudge> judges) {}

    private Trials tryOut(Iterable<Suggestion> suggestions) {
        List<Trial.Entry> entries = new ArrayList<>();
        for (Suggestion suggestion : suggestions) {
            if (!suggestion.entry().isEmpty()) {
                entries.add(new Trial.Entry(list(suggestion), suggestion.entry()));
            }
        }
        List<Trial.Entry> distinct = entries.stream().distinct().toList();
        return new Trials(distinct.isEmpty() ? Map.of() : trial.resolve(distinct), new HashMap<>());
    }

    private static AccessList list(Suggestion suggestion) {
        return AccessList.ofKey(suggestion.list()).orElse(AccessList.RO);
    }

    private Denial finish(
            Denial denial,
            Need need,
            boolean harmless,
            Map<String, Need.OnPath> wanted,
            Map<String, Suggestion> spelled,
            Trials trials) {
        return denial.judged(harmless, risk(denial, need, wanted), suggestion(denial, need, harmless, spelled, trials));
    }

    /** No switch over patterns, here and below: each makes a class at the end of every run that was denied something, 5 to 10 ms. */
    private Suggestion suggestion(
            Denial denial, Need need, boolean harmless, Map<String, Suggestion> spelled, Trials trials) {
        if (need instanceof Need.Impossible(Statement why)) {
            return Suggestion.refused(why);
        }
        if (need instanceof Need.Capability(String name, List<String> ladder)) {
            return new Suggestion("allow", name, "--allow " + name, ladder, Optional.empty());
        }
        Need.OnPath own = (Need.OnPath) need;
        if (harmless && !spelled.containsKey(own.path())) {
            return spell(own, Map.of());
        }
        Suggestion written = spelled.getOrDefault(own.path(), Suggestion.refused(RefusalPhrase.NOT_SPELLED.with()));
        return checked(denial, written, trials);
    }

    private Risk risk(Denial denial, Need need, Map<String, Need.OnPath> wanted) {
        if (need instanceof Need.OnPath own) {
            Need.OnPath merged = wanted.getOrDefault(own.path(), own);
            Risk ofGrant = risks.of(merged.path(), merged.list()).risk();
            Risk ofFile = denial.path()
                    .map(path -> risks.of(path, merged.list()).risk())
                    .orElse(Risk.NONE);
            return ofGrant.compareTo(ofFile) >= 0 ? ofGrant : ofFile;
        }
        return need instanceof Need.Capability needed
                ? RiskAssessor.ofCapability(needed.name())
                : risks.of(denial).risk();
    }

    /** The suggestion, or why it would not help. */
    private Suggestion checked(Denial denial, Suggestion suggestion, Trials trials) {
        if (suggestion.entry().isEmpty() || suggestion.refused().isPresent()) {
            return suggestion;
        }
        Trial.Entry entry = new Trial.Entry(list(suggestion), suggestion.entry());
        Trial.Outcome outcome =
                trials.outcomes().getOrDefault(entry, new Trial.Outcome.Nothing(RefusalPhrase.NOT_TRIED.with()));
        if (outcome instanceof Trial.Outcome.Nothing(Statement why)) {
            return Suggestion.refused(
                    RefusalPhrase.GRANTS_NOTHING.with(new Statement.Verbatim(suggestion.entry()), why));
        }
        Trial.Outcome.Grants grants = (Trial.Outcome.Grants) outcome;
        return allowed(denial, trials.judges().computeIfAbsent(entry, _ -> judgeOf(grants)), grants)
                ? suggestion
                : Suggestion.refused(RefusalPhrase.NOT_ENOUGH.with(suggestion.entry()));
    }

    /** Of the entry alone: its rights are added to those of the policy. */
    private PolicyJudge judgeOf(Trial.Outcome.Grants more) {
        PolicyJudge alone = new PolicyJudge(handled);
        for (Grant grant : more.grants()) {
            alone.add(grant.path(), grant.access(), more.directories().contains(grant.path()));
        }
        return alone;
    }

    private boolean allowed(Denial denial, PolicyJudge more, Trial.Outcome.Grants grants) {
        String path = denial.path().orElse("");
        String parent = Paths.parent(path);
        return switch (denial.access()) {
            case READ -> allows(more, path, LANDLOCK_ACCESS_FS_READ_FILE);
            case WRITE, CONNECT -> allows(more, path, LANDLOCK_ACCESS_FS_WRITE_FILE);
            case EXECUTE -> allows(more, path, LANDLOCK_ACCESS_FS_EXECUTE);
            case CREATE, BIND ->
                allows(more, parent, LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_DIR)
                        || grants.grants().stream()
                                .anyMatch(grant -> grant.path().equals(path)
                                        && grant.access().writes());
            case DELETE -> allows(more, parent, LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR);
            case RENAME ->
                allows(
                        more,
                        parent,
                        LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REFER);
            case SIGNAL, SERVICE -> false;
        };
    }

    private boolean allows(PolicyJudge more, String path, long needed) {
        return judge.missing(judge.rights(path) | more.rights(path), needed) == 0;
    }
}
