package org.bulle.engine.merge;

import java.util.List;
import java.util.stream.Collectors;
import org.bulle.engine.merge.MergedProfile.Contribution;
import org.bulle.engine.merge.MergedProfile.PathValue;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.profile.Problem;

/** The form in which the corpus writes down merged profiles and problems. */
final class MergedText {
    private MergedText() {}

    static String of(MergedProfile merged) {
        StringBuilder out = new StringBuilder();
        line(out, "stack", String.join(",", merged.stack()), List.of());
        line(out, "chain", String.join(" ", merged.chain()), List.of());
        for (PathValue path : merged.paths()) {
            out.append(path.access().key()).append(' ').append(path.text()).append("  <-");
            path.contributions().forEach(contribution -> out.append(' ').append(contribution(contribution)));
            out.append('\n');
        }
        merged.env()
                .forEach(env -> line(
                        out,
                        "env",
                        env.name() + env.value().map(value -> "=" + value).orElse(""),
                        env.origins()));
        line(out, "network", merged.network().key(), merged.networkOrigins());
        if (!merged.ports().isAny()) {
            merged.ports().ranges().forEach(range -> line(out, "ports", range.text(), range.origins()));
        }
        merged.mach().forEach(mach -> line(out, mach.allowed() ? "mach" : "no-mach", mach.name(), mach.origins()));
        merged.defaultApp().ifPresent(app -> line(out, "default_app", app.value(), app.origins()));
        merged.addExec().ifPresent(exec -> line(out, "add_exec", exec.value().toString(), exec.origins()));
        merged.addLibs().ifPresent(libs -> line(out, "add_libs", libs.value().toString(), libs.origins()));
        return out.toString();
    }

    static String of(List<Problem> problems, String root) {
        return problems.stream()
                .map(problem -> problem.severity().name().toLowerCase(java.util.Locale.ROOT) + " "
                        + (problem.kind() == Problem.Kind.TEXT ? "" : "(machine) ")
                        + problem.format().replace(root + "/", "")
                        + (problem.fix() == null ? "" : "  [fix: " + problem.fix() + "]")
                        + "\n")
                .collect(Collectors.joining());
    }

    private static void line(StringBuilder out, String what, String value, List<Origin> origins) {
        out.append(what).append(' ').append(value);
        if (!origins.isEmpty()) {
            out.append("  <- ").append(origins.stream().map(MergedText::origin).collect(Collectors.joining(" ")));
        }
        out.append('\n');
    }

    private static String contribution(Contribution contribution) {
        return (contribution.optional() ? "?" : "")
                + (contribution.create() ? "+" : "")
                + origin(contribution.origin());
    }

    private static String origin(Origin origin) {
        String place = origin.line() > 0 ? ":" + origin.line() + ":" + origin.column() : "";
        return origin.profile().replace(' ', '-') + place + "("
                + origin.layer().label().replace(' ', '-') + "," + origin.list() + ")";
    }
}
