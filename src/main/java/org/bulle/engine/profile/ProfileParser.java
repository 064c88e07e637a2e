package org.bulle.engine.profile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.bulle.engine.policy.Layer;

/** TOML text to values, strictly: unknown keys, wrong types and bad values are problems, and all of them are collected. Never throws on any text. */
public final class ProfileParser {
    private ProfileParser() {}

    /**
     * One profile file.
     *
     * @param name the profile's name; a name that is not allowed is a problem of the file
     * @param file the path as shown in problems and origins
     */
    public static Parsed parse(String name, Layer layer, String file, String text) {
        List<Problem> problems = new ArrayList<>();
        ProfileNames.refusal(name).ifPresent(why -> problems.add(nameProblem(file, why)));
        TomlReader.Read read = TomlReader.read(file, text);
        problems.addAll(read.faults());
        Profile profile = new Decoder(file, problems).profile(name, layer, text, read.root());
        problems.sort(Problem.ORDER);
        return new Parsed(problems.isEmpty() ? Optional.of(profile) : Optional.empty(), problems);
    }

    /** config.toml. */
    public static ParsedConfiguration parseConfiguration(String file, String text) {
        List<Problem> problems = new ArrayList<>();
        TomlReader.Read read = TomlReader.read(file, text);
        problems.addAll(read.faults());
        Configuration configuration = new ConfigurationDecoder(file, text, problems).decode(read.root());
        problems.sort(Problem.ORDER);
        return new ParsedConfiguration(problems.isEmpty() ? Optional.of(configuration) : Optional.empty(), problems);
    }

    /**
     * The file config.toml: one that is not there says nothing, one that cannot be read has a problem.
     *
     * @param worthIt of a text that it refuses, nothing is taken and nothing checked
     */
    public static ParsedConfiguration readConfiguration(Path path, Predicate<String> worthIt) {
        String file = OsPath.text(path);
        // No switch over patterns: runs come here, and each makes a class.
        TextFile read = TextFile.read(path);
        if (read instanceof TextFile.Unreadable bad) {
            return new ParsedConfiguration(
                    Optional.empty(), bad.problem(file).stream().toList());
        }
        return read instanceof TextFile.Text text && worthIt.test(text.text())
                ? parseConfiguration(file, text.text())
                : new ParsedConfiguration(Optional.empty(), List.of());
    }

    private static Problem nameProblem(String file, String why) {
        return new Problem(Problem.Severity.ERROR, Problem.Kind.TEXT, file, 0, 0, "", why, null);
    }
}
