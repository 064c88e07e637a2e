package org.bulle.engine.resolve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.profile.FileTrouble;
import org.bulle.engine.profile.Printable;

/** Asks tools where their files are, all at once. */
final class ToolResolvers {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int LONGEST_REASON = 200;
    private static final List<String> ALWAYS_PASSED = List.of("HOME", "USER", "LOGNAME", "LANG", "LC_ALL");

    private final Ground ground;
    private final ToolRunner runner;
    private final ToolTrust trust;
    private final ToolLayouts layouts;
    private final List<String> trustedDirectories;
    private final ExecutableSearch trustedSearch;
    private final Set<ToolQuery> asked = new HashSet<>();
    private final Set<ToolQuery> untrusted = new HashSet<>();
    private final Map<Object, Duration> took = new ConcurrentHashMap<>();
    private Optional<Evidence> evidence = Optional.of(Evidence.none());

    ToolResolvers(Ground ground, ToolRunner runner) {
        this.ground = ground;
        this.runner = runner;
        this.trust = new ToolTrust(ground.files(), ground.machine().uid());
        this.layouts = new ToolLayouts(ground);
        this.trustedDirectories = trust.trustedDirectories(ground.programs().directories());
        this.trustedSearch = new ExecutableSearch(ground.files(), Optional.of(String.join(":", trustedDirectories)));
    }

    /** Asks all at once; what several entries share is asked once. Entries that are not in the registry are left out. */
    Map<String, ToolAnswer> ask(Collection<String> entries) {
        Map<ToolQuery, Future<ToolRunner.Output>> running = new LinkedHashMap<>();
        Map<ToolQuery, Statement> refused = new LinkedHashMap<>();
        for (String entry : entries) {
            if (ToolRegistry.ROWS.get(entry) instanceof ToolAspect row
                    && row.source() instanceof ToolAspect.Source.Asked asked) {
                start(asked.query(), running, refused);
            }
        }
        Map<String, ToolAnswer> answers = new LinkedHashMap<>();
        for (String entry : entries) {
            ToolAspect row = ToolRegistry.ROWS.get(entry);
            if (row != null) {
                answers.computeIfAbsent(entry, e -> answer(row, running, refused));
            }
        }
        return answers;
    }

    private void start(
            ToolQuery query, Map<ToolQuery, Future<ToolRunner.Output>> running, Map<ToolQuery, Statement> refused) {
        if (running.containsKey(query) || refused.containsKey(query)) {
            return;
        }
        Optional<ExecutableSearch.Hit.Program> found = ground.programs().program(query.program());
        if (found.isEmpty()) {
            refused.put(query, EntryPhrase.NO_PROGRAM.with(query.program()));
            return;
        }
        Optional<String> why = trust.whyNotProgram(found.get().walk(), trustedSearch);
        if (why.isPresent()) {
            untrusted.add(query);
            refused.put(query, EntryPhrase.TOOL_REFUSED.with(query.program(), why.get()));
            return;
        }
        List<String> arguments = new ArrayList<>();
        arguments.add(query.program());
        arguments.addAll(query.arguments());
        ToolRunner.Question question = new ToolRunner.Question(
                found.get().walk().path(), arguments, environment(query), PATIENCE, query.needsTemp());
        asked.add(query);
        running.put(query, inThread(() -> {
            long start = System.nanoTime();
            try {
                return runner.run(question);
            } finally {
                took.put(query, Duration.ofNanos(System.nanoTime() - start));
            }
        }));
    }

    /** A thread of its own: how long a tool takes must not depend on a pool. */
    private static Future<ToolRunner.Output> inThread(Callable<ToolRunner.Output> question) {
        FutureTask<ToolRunner.Output> task = new FutureTask<>(question);
        Thread thread = new Thread(task, "tool resolver");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    /** Nothing of the caller's environment but what the tool needs to find its own files. */
    private Map<String, String> environment(ToolQuery query) {
        CallerEnvironment caller = ground.machine().environment();
        Map<String, String> out = new TreeMap<>();
        for (String name : ALWAYS_PASSED) {
            caller.get(name).ifPresent(value -> out.put(name, value));
        }
        if (!ground.machine().home().isEmpty()) {
            out.put("HOME", ground.machine().home());
        }
        for (String name : query.passed()) {
            caller.get(name).filter(this::isSafeList).ifPresent(value -> out.put(name, value));
        }
        out.putAll(query.fixed());
        out.put("PATH", String.join(":", trustedDirectories));
        return out;
    }

    private boolean isSafeList(String value) {
        for (String part : value.split(":", -1)) {
            if (ground.safeValues().whyNot(part).isPresent()) {
                return false;
            }
        }
        return true;
    }

    private ToolAnswer answer(
            ToolAspect row, Map<ToolQuery, Future<ToolRunner.Output>> running, Map<ToolQuery, Statement> refused) {
        try {
            return switch (row.source()) {
                case ToolAspect.Source.Looked looked -> {
                    long start = System.nanoTime();
                    try {
                        yield clean(looked.look().look(layouts));
                    } finally {
                        took.put(row.entry(), Duration.ofNanos(System.nanoTime() - start));
                    }
                }
                case ToolAspect.Source.Asked asked -> {
                    Statement why = refused.get(asked.query());
                    if (why != null) {
                        yield new ToolAnswer.Failed(why);
                    }
                    yield heard(row, asked, running.getOrDefault(asked.query(), new CompletableFuture<>()));
                }
            };
        } catch (ToolAspect.ToolFailure failure) {
            return new ToolAnswer.Failed(failure.reason());
        }
    }

    private ToolAnswer heard(ToolAspect row, ToolAspect.Source.Asked asked, Future<ToolRunner.Output> future) {
        String program = asked.query().program();
        try {
            ToolRunner.Output output = future.get(PATIENCE.toMillis() + 1000, TimeUnit.MILLISECONDS);
            evidence = evidence.flatMap(mine -> output.evidence().map(mine::and));
            if (output.exitCode() != 0) {
                evidence = Optional.empty();
                return new ToolAnswer.Failed(failed(program, output));
            }
            List<String> lines =
                    output.standardOutput().lines().map(String::strip).toList();
            List<String> named = asked.pick().apply(lines).stream()
                    .filter(path -> path.startsWith("/"))
                    .toList();
            return named.isEmpty()
                    ? new ToolAnswer.Failed(EntryPhrase.TOOL_SILENT.with(program, row.description()))
                    : clean(named);
        } catch (ExecutionException e) {
            evidence = Optional.empty();
            return new ToolAnswer.Failed(EntryPhrase.TOOL_REFUSED.with(program, reason(e.getCause())));
        } catch (TimeoutException | CancellationException e) {
            // Cancelled by another aspect of the same tool that had waited long enough.
            evidence = Optional.empty();
            future.cancel(true);
            return new ToolAnswer.Failed(EntryPhrase.TOOL_SLOW.with(program, Long.toString(PATIENCE.toSeconds())));
        } catch (InterruptedException e) {
            evidence = Optional.empty();
            Thread.currentThread().interrupt();
            future.cancel(true);
            return new ToolAnswer.Failed(EntryPhrase.TOOL_NOT_WAITED_FOR.with(program));
        }
    }

    private static String reason(@org.jspecify.annotations.Nullable Throwable cause) {
        return cause == null ? "unknown" : Printable.escape(FileTrouble.sentence(cause));
    }

    private static Statement failed(String program, ToolRunner.Output output) {
        String code = Integer.toString(output.exitCode());
        return firstLine(output.standardError())
                .map(said -> EntryPhrase.TOOL_FAILED_SAYING.with(program, code, said))
                .orElseGet(() -> EntryPhrase.TOOL_FAILED.with(program, code));
    }

    private static Optional<String> firstLine(String text) {
        return text.lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .map(line -> Printable.escape(line.substring(0, Math.min(line.length(), LONGEST_REASON))));
    }

    /** Absolute, without dots, each once, in the order of their bytes, and nothing that belongs to the whole system or is a home. */
    private ToolAnswer clean(List<String> paths) {
        TreeSet<String> out = new TreeSet<>(ByteOrder.INSTANCE);
        for (String path : paths) {
            if (!path.startsWith("/") || path.indexOf('\0') >= 0) {
                continue;
            }
            String tidy = Paths.tidy(path);
            if (ground.systemRoots()
                    .whyTooBroad(PathWalk.follow(ground.files(), tidy))
                    .isEmpty()) {
                out.add(tidy);
            }
        }
        return new ToolAnswer.Paths(List.copyOf(out));
    }

    /** All that the tools looked at; absent when one failed, or it is not known of one. */
    Optional<Evidence> evidence() {
        return evidence;
    }

    /** The variables of the caller that can change an answer. */
    static Set<String> variables() {
        Set<String> names = new TreeSet<>(ALWAYS_PASSED);
        for (ToolAspect row : ToolRegistry.ROWS.values()) {
            if (row.source() instanceof ToolAspect.Source.Asked asked) {
                names.addAll(asked.query().passed());
            }
        }
        return names;
    }

    /** Every row of the registry with what it says here. */
    List<ResolverReport> report() {
        Map<String, ToolAnswer> answers = ask(ToolRegistry.ROWS.keySet());
        List<ResolverReport> out = new ArrayList<>();
        for (ToolAspect row : ToolRegistry.ROWS.values()) {
            out.add(report(
                    row, answers.getOrDefault(row.entry(), new ToolAnswer.Failed(EntryPhrase.TOOL_NOT_ASKED.with()))));
        }
        return out;
    }

    private ResolverReport report(ToolAspect row, ToolAnswer answer) {
        List<String> question = List.of();
        Optional<Duration> time = Optional.empty();
        boolean refused = false;
        switch (row.source()) {
            case ToolAspect.Source.Looked _ -> time = Optional.ofNullable(took.get(row.entry()));
            case ToolAspect.Source.Asked(ToolQuery query, var _) -> {
                question = new ArrayList<>(List.of(query.program()));
                question.addAll(query.arguments());
                time = asked.contains(query) ? Optional.of(took.getOrDefault(query, PATIENCE)) : Optional.empty();
                refused = untrusted.contains(query);
            }
        }
        return switch (answer) {
            case ToolAnswer.Failed failed ->
                new ResolverReport(
                        row.entry(),
                        row.description(),
                        refused ? ResolverReport.State.REFUSED : ResolverReport.State.NOTHING,
                        failed.reason().english(),
                        List.of(),
                        question,
                        time);
            case ToolAnswer.Paths found ->
                new ResolverReport(
                        row.entry(),
                        row.description(),
                        found.paths().isEmpty() ? ResolverReport.State.DROPPED : ResolverReport.State.ANSWERS,
                        found.paths().isEmpty() ? "nothing but system directories" : "ok",
                        found.paths(),
                        question,
                        time);
        };
    }
}
