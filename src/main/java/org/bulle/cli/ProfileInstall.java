package org.bulle.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bulle.engine.check.Widening;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.FileTrouble;
import org.bulle.engine.profile.InstallPlan;
import org.bulle.engine.profile.InstallSource;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.Nearest;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.Profile;
import org.bulle.engine.profile.ProfileInstaller;
import org.bulle.engine.profile.ProfileInstaller.Update;
import org.bulle.engine.profile.ProfileStore;
import org.bulle.engine.profile.Settings;

/** {@code profiles install} and {@code profiles update}: everything is looked at and printed first, then all of it is written, or nothing. */
final class ProfileInstall {
    private final Session session;
    private final Path root;
    private final ProfileInstaller installer;

    ProfileInstall(Session session, Path root) {
        this.session = session;
        this.root = root;
        this.installer = ProfileInstaller.of(
                ProfileStore.at(root), session.machine().environment().variables());
    }

    int install(String source, boolean force) throws ProblemException, IOException {
        Catalog catalog = Catalog.load(root);
        InstallSource from =
                InstallSource.parse(source, OsPath.of(session.machine().cwd()));
        InstallPlan plan = plan(from, catalog);
        if (plan.items().isEmpty()) {
            throw Session.problem(Problem.Kind.MACHINE, "", "there is no profile in " + from.text());
        }
        print(plan);
        List<Problem> refusals = plan.refusals(force);
        if (!refusals.isEmpty()) {
            session.printer().problems(refusals);
            session.printer().hint("nothing was written");
            return ExitCode.of(refusals);
        }
        return write(plan);
    }

    /** A source that cannot be read is the user's affair, not a fault of ours. */
    private InstallPlan plan(InstallSource source, Catalog catalog) throws ProblemException {
        try {
            return installer.plan(source, catalog);
        } catch (IOException unreadable) {
            throw Session.problem(Problem.Kind.MACHINE, "", FileTrouble.sentence(unreadable));
        }
    }

    /**
     * @param names only these; none for every installed profile
     * @param apply false to print the difference alone
     */
    int update(List<String> names, boolean apply) throws ProblemException, IOException {
        Catalog catalog = Catalog.load(root);
        Set<String> known = installer.installed().byName().keySet();
        for (String name : names) {
            if (!known.contains(name)) {
                throw Session.problem(
                        Problem.Kind.TEXT,
                        "",
                        "no profile " + Printable.quoted(name) + " was installed" + Nearest.hint(name, known));
            }
        }
        int code = ExitCode.OK;
        for (Map.Entry<String, Update> each :
                installer.updates(catalog, new TreeSet<>(names)).entrySet()) {
            session.printer().line(each.getKey(), Printer.Style.BOLD);
            code = Math.max(code, update(each.getValue(), apply));
        }
        if (known.isEmpty()) {
            session.printer().line("no profiles were installed");
        }
        return code;
    }

    private int update(Update update, boolean apply) throws ProblemException, IOException {
        return switch (update) {
            case Update.Failed failed -> {
                session.printer().error(failed.why());
                yield ExitCode.MACHINE;
            }
            case Update.Now now -> {
                now.gone().forEach(name -> session.printer().line("  " + name + " is no longer there"));
                print(now.plan());
                List<Problem> broken = now.plan().refusals(true);
                if (!broken.isEmpty()) {
                    session.printer().problems(broken);
                    yield ExitCode.of(broken);
                }
                if (now.plan().written().isEmpty()) {
                    session.printer().line("  nothing has changed");
                    yield ExitCode.OK;
                }
                if (!apply) {
                    session.printer().line("  bulle profiles update --apply writes this");
                    yield ExitCode.OK;
                }
                yield write(now.plan());
            }
        };
    }

    private int write(InstallPlan plan) throws ProblemException, IOException {
        ProfileStore.Saved saved = installer.install(plan);
        return switch (saved) {
            case ProfileStore.Saved.Changed _ -> {
                session.printer().error("the profiles were changed by something else meanwhile; nothing was written");
                yield ExitCode.FAILED;
            }
            case ProfileStore.Saved.Done _ -> {
                session.printer()
                        .line("wrote " + (plan.written().isEmpty() ? "nothing new" : String.join(", ", plan.written()))
                                + " to " + OsPath.text(root.resolve("profiles")));
                yield ExitCode.OK;
            }
        };
    }

    // ---- what it would do

    private void print(InstallPlan plan) {
        for (InstallPlan.Item item : plan.items()) {
            session.printer().line(item.name(), Printer.Style.BOLD, "  " + status(item));
            item.profile()
                    .ifPresent(profile ->
                            grants(profile).forEach(line -> session.printer().line("  " + line)));
        }
        Widening widening = Widening.between(
                plan.before(), plan.after(), plan.written(), session.machine().platform());
        List<String> others = new ArrayList<>();
        widening.byProfile().forEach((name, gains) -> {
            if (!plan.written().contains(name)) {
                others.add("  " + name + ": " + GainText.of(gains));
            }
        });
        if (!others.isEmpty()) {
            session.printer().line("widens other profiles too:");
            others.forEach(session.printer()::line);
        }
    }

    private static String status(InstallPlan.Item item) {
        String changed = item.changedHere() ? ", which was changed since it was installed" : "";
        return switch (item.status()) {
            case NEW -> "new";
            case REPLACES -> "replaces your file of that name" + changed;
            case SHADOWS_BUILT_IN -> "is merged over the built-in profile";
            case MERGES_OVER_CONFIGURATION -> "is merged over the profile in config.toml";
            case UNCHANGED -> "is installed already";
            case BROKEN -> "cannot be installed";
        };
    }

    /** What the file declares, as written, but for values of variables. */
    static List<String> grants(Profile profile) {
        List<String> lines = new ArrayList<>();
        if (!profile.inherits().isEmpty()) {
            lines.add("inherits " + joined(profile.inherits()));
        }
        settings("", profile.settings(), lines);
        for (Platform platform : Platform.values()) {
            settings("[" + platform.key() + "] ", profile.platform(platform), lines);
        }
        return lines;
    }

    private static void settings(String table, Settings settings, List<String> lines) {
        settings.defaultApp().ifPresent(app -> lines.add(table + "runs " + app.value()));
        for (AccessList list : AccessList.values()) {
            if (!settings.paths(list).isEmpty()) {
                lines.add(table + list.key() + " " + joined(settings.paths(list)));
            }
        }
        add(table + "env ", names(settings.env()), lines);
        add(table + "allow ", joined(settings.allow()), lines);
        add(table + "deny ", joined(settings.deny()), lines);
        add(table + "mach_lookup ", joined(settings.machLookup()), lines);
    }

    private static void add(String label, String values, List<String> lines) {
        if (!values.isEmpty()) {
            lines.add(label + values);
        }
    }

    private static String joined(List<Located<String>> values) {
        return String.join(" ", values.stream().map(Located::value).toList());
    }

    private static String names(List<Located<String>> env) {
        return String.join(
                " ",
                env.stream()
                        .map(Located::value)
                        .map(entry -> entry.indexOf('=') < 0 ? entry : entry.substring(0, entry.indexOf('=')) + "=...")
                        .toList());
    }
}
