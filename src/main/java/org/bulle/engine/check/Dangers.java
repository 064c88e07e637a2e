package org.bulle.engine.check;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.bulle.engine.denial.Risk;
import org.bulle.engine.denial.suggest.RiskAssessor;
import org.bulle.engine.denial.suggest.RiskPhrase;
import org.bulle.engine.denial.suggest.Surroundings;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.SearchPath;
import org.bulle.engine.resolve.EntryReading;
import org.bulle.engine.resolve.EntryReading.Meaning;
import org.bulle.engine.resolve.Machine;

/** What an entry would put at stake, by its text and the usual places: also for what does not exist here yet. */
public final class Dangers {
    private static final Set<String> SYSTEM = Set.of(
            "/bin",
            "/boot",
            "/dev",
            "/etc",
            "/lib",
            "/lib64",
            "/opt",
            "/root",
            "/run",
            "/sbin",
            "/srv",
            "/sys",
            "/usr",
            "/usr/bin",
            "/usr/lib",
            "/usr/local",
            "/usr/sbin",
            "/usr/share",
            "/var",
            "/var/lib",
            "/var/run");
    private static final Pattern SECRET_NAME = Pattern.compile(
            ".*(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY).*");
    private static final Pattern INJECTS = Pattern.compile(
            "LD_.*|DYLD_.*|BASH_ENV|ENV|PROMPT_COMMAND|PYTHONSTARTUP|PERL5OPT|RUBYOPT|NODE_OPTIONS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|GIT_SSH.*|GIT_EXEC_PATH");

    private final EntryReading reading;
    private final RiskAssessor assessor;

    private Dangers(EntryReading reading, RiskAssessor assessor) {
        this.reading = reading;
        this.assessor = assessor;
    }

    public static Dangers of(Machine machine, EntryReading reading, String workspace) {
        Map<String, String> variables = new TreeMap<>(reading.variables());
        List<String> searchPath =
                SearchPath.directories(machine.environment().get("PATH").orElse(""));
        Set<String> homes = machine.passwdHome().isEmpty() ? Set.of() : Set.of(machine.passwdHome());
        return new Dangers(
                reading,
                new RiskAssessor(new Surroundings(machine.home(), homes, workspace, variables, searchPath, Map.of())));
    }

    /**
     * A danger.
     *
     * @param why a clause that follows the entry: "holds the keys of ssh"
     */
    public record Danger(Risk risk, Statement why) {}

    /** Of a path entry without its markers, in a list; empty where nothing is known against it, or what is known is only worth a look. */
    public Optional<Danger> of(String text, AccessList list) {
        return noted(text, list).filter(danger -> danger.risk() != Risk.NOTICE);
    }

    private Optional<Danger> noted(String text, AccessList list) {
        return switch (reading.read(text)) {
            case Meaning.Place place -> place(place, list);
            case Meaning.Unset unset ->
                unset.variable().equals("XDG_RUNTIME_DIR") ? inRuntimeDirectory(text, list) : unplaced(list);
            case Meaning.Program program -> unplaced(list);
            case Meaning.Tool tool -> unplaced(list);
            case Meaning.Wrong wrong -> Optional.empty();
        };
    }

    /** Of what is somewhere, but nobody can say here where. */
    private static Optional<Danger> unplaced(AccessList list) {
        return list == AccessList.RWX
                ? Optional.of(new Danger(Risk.NOTICE, RiskAssessor.CHANGED_AND_RUN))
                : Optional.empty();
    }

    /** The absolute path that an entry without its markers names here, its stars as written; empty for a program, a resolver and what is unset. */
    public Optional<String> place(String text) {
        return reading.read(text) instanceof Meaning.Place place ? Optional.of(place.path()) : Optional.empty();
    }

    /** Of an environment entry that passes or sets {@code name}. */
    public static Optional<Danger> ofVariable(String name, boolean sets) {
        if (name.equals("*")) {
            return Optional.of(new Danger(Risk.CREDENTIAL, RiskPhrase.EVERY_VARIABLE.with()));
        }
        if (!sets && SECRET_NAME.matcher(name).matches()) {
            return Optional.of(new Danger(Risk.CREDENTIAL, RiskPhrase.SECRET.with()));
        }
        return sets && INJECTS.matcher(name).matches()
                ? Optional.of(new Danger(Risk.ESCAPE, RiskPhrase.LOADS_AND_RUNS.with()))
                : Optional.empty();
    }

    /** Of anything that somebody gets. Also what is only worth a look, which {@link #of(String, AccessList)} leaves out. */
    public Optional<Danger> of(Gain gain) {
        return switch (gain) {
            case Gain.PathGain path -> noted(path.text(), path.after());
            case Gain.VariableGain variable -> ofVariable(variable.name(), variable.sets());
            case Gain.NetworkGain network ->
                Optional.of(new Danger(
                        Risk.NOTICE,
                        network.after() == Network.FULL ? RiskPhrase.NETWORK.with() : RiskPhrase.LOCAL_SERVERS.with()));
            case Gain.PortsGain ports -> Optional.of(new Danger(Risk.NOTICE, RiskPhrase.LOCAL_SERVERS.with()));
            case Gain.ServiceGain service -> Optional.of(new Danger(Risk.NOTICE, RiskPhrase.OUTSIDE_SERVICE.with()));
            case Gain.CommandGain command -> Optional.empty();
            case Gain.SwitchGain change -> Optional.empty();
        };
    }

    private Optional<Danger> place(Meaning.Place place, AccessList list) {
        String path = place.glob() ? beforeGlob(place.path()) : place.path();
        Optional<Statement> whole = assessor.whyNeverWhole(path);
        boolean credentials = belongsToCredentials(path);
        if (whole.isPresent() && !credentials) {
            RiskPhrase what = place.glob() ? RiskPhrase.PATTERN_OVER : RiskPhrase.WHOLE;
            return Optional.of(new Danger(list.writes() ? Risk.ESCAPE : Risk.CREDENTIAL, what.with(whole.get())));
        }
        if (list.writes() && SYSTEM.contains(path)) {
            return Optional.of(new Danger(Risk.ESCAPE, RiskPhrase.SYSTEM_OBEYS.with()));
        }
        RiskAssessor.Judgement judgement = assessor.of(path, list);
        return switch (judgement.risk()) {
            case NONE -> Optional.empty();
            case NOTICE, CREDENTIAL, ESCAPE -> Optional.of(new Danger(judgement.risk(), judgement.why()));
        };
    }

    /** Then the judgement says whose, which is better to know. */
    private boolean belongsToCredentials(String path) {
        return assessor.of(path, AccessList.RO).risk() == Risk.CREDENTIAL;
    }

    /** Where a session has no such directory here, it still has one elsewhere. */
    private Optional<Danger> inRuntimeDirectory(String text, AccessList list) {
        String usual = text.replaceFirst("^\\$\\{?XDG_RUNTIME_DIR\\}?", "/run/user/1000");
        return usual.startsWith("/run/user/1000")
                ? place(new Meaning.Place(usual, usual.contains("*")), list)
                : Optional.empty();
    }

    /** The directory whose names the first star chooses among: the pattern may match any of them. */
    private static String beforeGlob(String path) {
        int slash = path.lastIndexOf('/', path.indexOf('*'));
        return slash <= 0 ? "/" : path.substring(0, slash);
    }
}
