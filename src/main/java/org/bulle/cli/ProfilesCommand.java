package org.bulle.cli;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.ProfileAddition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code profiles}: without another word, the list. */
@Command
final class ProfilesCommand implements Callable<Integer> {
    private final Session session;

    @Mixin
    private final Inspection inspection = new Inspection();

    ProfilesCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws Exception {
        return list();
    }

    @Command(name = "list", description = "print every profile, its kind and where it comes from")
    int list() throws Exception {
        return new ProfileListing(session, session.catalog(inspection.config())).all(inspection.json());
    }

    @Command(name = "check", description = "find what is wrong, dangerous, useless or unwise in profiles")
    int check(
            @Parameters(
                            arity = "0..*",
                            paramLabel = "NAME|FILE",
                            description = "profiles or files; without one, everything that you wrote")
                    @Nullable
                    List<String> targets)
            throws Exception {
        return new ProfileCheck(session, session.catalog(inspection.config()))
                .check(targets == null ? List.of() : targets, inspection.json());
    }

    @Command(name = "install", description = "install profiles, all of them or none; prints what each one grants")
    int install(
            @Parameters(
                            paramLabel = "SOURCE",
                            description =
                                    "a .toml file, a directory, a local git repository, or github:OWNER/REPO[/SUB]")
                    String source,
            @Option(names = "--force", description = "take names that are profiles already") boolean force)
            throws Exception {
        return new ProfileInstall(session, session.configRootToWrite(inspection.config())).install(source, force);
    }

    @Command(name = "update", description = "print what has changed at the sources of installed profiles")
    int update(
            @Parameters(arity = "0..*", paramLabel = "NAME", description = "only these; without one, all of them")
                    @Nullable
                    List<String> names,
            @Option(names = "--apply", description = "write it") boolean apply)
            throws Exception {
        return new ProfileInstall(session, session.configRoot(inspection.config()))
                .update(names == null ? List.of() : names, apply);
    }

    @Command(name = "add", description = "add grants to your own file of a profile")
    int add(
            @Parameters(paramLabel = "NAME", description = "the profile; its file is made when there is none")
                    String name,
            @Option(names = "--ro", paramLabel = "PATH", description = "allow reading PATH") @Nullable List<String> ro,
            @Option(names = "--rox", paramLabel = "PATH", description = "allow reading and executing PATH") @Nullable
                    List<String> rox,
            @Option(names = "--rw", paramLabel = "PATH", description = "allow reading and writing PATH") @Nullable
                    List<String> rw,
            @Option(names = "--rwx", paramLabel = "PATH", description = "allow reading, writing and executing PATH")
                    @Nullable
                    List<String> rwx,
            @Option(names = "--env", paramLabel = "NAME[=VALUE]", description = "pass or set a variable") @Nullable
                    List<String> env,
            @Option(
                            names = "--allow",
                            paramLabel = "CAPABILITY",
                            description = "allow network, loopback or loopback:PORT")
                    @Nullable
                    List<String> allow,
            @Option(names = "--deny", paramLabel = "CAPABILITY", description = "deny network or loopback") @Nullable
                    List<String> deny)
            throws Exception {
        Map<AccessList, List<String>> paths = new EnumMap<>(AccessList.class);
        paths.put(AccessList.RO, entries("--ro", ro));
        paths.put(AccessList.ROX, entries("--rox", rox));
        paths.put(AccessList.RW, entries("--rw", rw));
        paths.put(AccessList.RWX, entries("--rwx", rwx));
        ProfileAddition.Request request = new ProfileAddition.Request(
                name, paths, env == null ? List.of() : env, words("--allow", allow), words("--deny", deny));
        return new ProfileAdd(session, session.configRootToWrite(inspection.config())).add(request);
    }

    /** Relative paths start from the current directory, as for the flags of a run. */
    private List<String> entries(String flag, @Nullable List<String> values) throws ProblemException {
        String cwd = session.machine().cwd();
        return words(flag, values).stream()
                .map(path -> FlagPath.absolute(path, cwd))
                .toList();
    }

    private static List<String> words(String flag, @Nullable List<String> values) throws ProblemException {
        List<String> words = new ArrayList<>();
        for (String value : values == null ? List.<String>of() : values) {
            words.addAll(CommaList.split(value));
        }
        if (words.contains("")) {
            throw Session.problem(Problem.Kind.TEXT, flag, flag + " has an empty element");
        }
        return words;
    }
}
