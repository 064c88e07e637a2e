package org.bulle.engine.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bulle.engine.denial.suggest.RefusalPhrase;
import org.bulle.engine.denial.suggest.RiskPhrase;
import org.bulle.engine.policy.Phrase;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.resolve.EntryPhrase;
import org.bulle.engine.run.LimitPhrase;
import org.bulle.engine.sandbox.EnforcementPhrase;

/** Reads statements from records, which have them in English: the words of a phrase around its parts tell which one it is. */
public final class RecordedStatements {
    private static final List<Phrase> ALL = all();
    private static final Map<String, Phrase> WHOLE = whole();
    private static final List<Shape> SHAPES = shapes();

    private RecordedStatements() {}

    /**
     * @param nested which of the groups are statements themselves
     */
    private record Shape(Phrase phrase, Pattern pattern, List<Boolean> nested) {}

    /** Everything that is recorded, or can be. */
    private static List<Phrase> all() {
        List<Phrase> all = new ArrayList<>();
        all.addAll(List.of(EntryPhrase.values()));
        all.addAll(List.of(EnforcementPhrase.values()));
        all.addAll(List.of(LimitPhrase.values()));
        all.addAll(List.of(RefusalPhrase.values()));
        all.addAll(List.of(RiskPhrase.values()));
        return List.copyOf(all);
    }

    private static Map<String, Phrase> whole() {
        Map<String, Phrase> whole = new HashMap<>();
        for (Phrase phrase : ALL) {
            if (phrase.english().indexOf('{') < 0) {
                whole.putIfAbsent(phrase.english(), phrase);
            }
        }
        return whole;
    }

    /** Those with the most words of their own first. */
    private static List<Shape> shapes() {
        return ALL.stream()
                .filter(phrase -> phrase.english().indexOf('{') >= 0)
                .map(RecordedStatements::shape)
                .sorted(Comparator.comparingInt((Shape shape) ->
                        -shape.phrase().english().replaceAll("\\{[a-z]*\\}", "").length()))
                .toList();
    }

    private static Shape shape(Phrase phrase) {
        StringBuilder pattern = new StringBuilder();
        List<Boolean> nested = new ArrayList<>();
        String words = phrase.english();
        int from = 0;
        for (int open = words.indexOf('{'); open >= 0; open = words.indexOf('{', from)) {
            pattern.append(Pattern.quote(words.substring(from, open))).append("(.+?)");
            nested.add(words.startsWith(Phrase.STATEMENT, open));
            from = words.indexOf('}', open) + 1;
        }
        pattern.append(Pattern.quote(words.substring(from)));
        return new Shape(phrase, Pattern.compile(pattern.toString(), Pattern.DOTALL), nested);
    }

    /** What it was; as it is where this version says nothing like it. */
    public static Statement read(String english) {
        Phrase same = WHOLE.get(english);
        return same != null ? same.with() : parted(english).orElseGet(() -> new Statement.Verbatim(english));
    }

    private static Optional<Statement> parted(String english) {
        for (Shape shape : SHAPES) {
            Matcher match = shape.pattern().matcher(english);
            if (match.matches()) {
                List<Statement> parts = new ArrayList<>();
                for (int i = 0; i < shape.nested().size(); i++) {
                    String part = match.group(i + 1);
                    parts.add(shape.nested().get(i) ? read(part) : new Statement.Verbatim(part));
                }
                boolean known = true;
                for (int i = 0; i < parts.size(); i++) {
                    known &= !shape.nested().get(i) || parts.get(i) instanceof Statement.Phrased;
                }
                if (known) {
                    return Optional.of(new Statement.Phrased(shape.phrase(), parts));
                }
            }
        }
        return Optional.empty();
    }
}
