package org.bulle.desktop.shared;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bulle.engine.denial.suggest.RefusalPhrase;
import org.bulle.engine.denial.suggest.RiskPhrase;
import org.bulle.engine.history.RecordedStatements;
import org.bulle.engine.policy.Phrase;
import org.bulle.engine.policy.Statement;
import org.bulle.engine.policy.Statement.Verbatim;
import org.bulle.engine.resolve.EntryPhrase;
import org.bulle.engine.sandbox.EnforcementPhrase;
import org.junit.jupiter.api.Test;

/** Whatever the engine says has words in both languages of the app, and can be read from a record. */
class StatementWordsTest {
    private final Messages english = new Messages(Locale.ENGLISH);
    private final Messages french = new Messages(Locale.FRENCH);

    /** Found in the code, so that a new kind cannot be forgotten here. */
    private static List<Phrase> everyPhrase() {
        List<Phrase> all = new ArrayList<>();
        for (JavaClass type : new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("org.bulle.engine")) {
            if (type.isEnum() && type.isAssignableTo(Phrase.class)) {
                all.addAll(List.of((Phrase[]) type.reflect().getEnumConstants()));
            }
        }
        assertThat(all).contains(EntryPhrase.MISSING, RiskPhrase.KEYS_OF);
        return all;
    }

    /** With parts that no phrase has words for, and a nested statement that is one. */
    private static Statement filled(Phrase phrase) {
        List<Statement> parts = new ArrayList<>();
        String words = phrase.english();
        for (int open = words.indexOf('{'); open >= 0; open = words.indexOf('{', open + 1)) {
            parts.add(
                    words.startsWith(Phrase.STATEMENT, open)
                            ? EntryPhrase.PROGRAM_IS_DIRECTORY.with()
                            : new Verbatim("/x" + parts.size()));
        }
        return new Statement.Phrased(phrase, parts);
    }

    @Test
    void everyPhraseHasWordsInBothLanguages() {
        for (Phrase phrase : everyPhrase()) {
            Statement statement = filled(phrase);
            assertThat(english.say(statement)).as(phrase.name()).isEqualTo(statement.english());
            assertThat(french.say(statement)).as(phrase.name()).isNotBlank().doesNotContain("{", "is a directory");
        }
    }

    @Test
    void noWordsAreLeftOfPhrasesThatAreGone() {
        assertThat(english.keySet().stream().filter(key -> key.startsWith("statement.")))
                .containsExactlyInAnyOrderElementsOf(
                        everyPhrase().stream().map(Messages::key).toList());
    }

    @Test
    void readsEveryPhraseBackFromARecord() {
        for (Phrase phrase : everyPhrase()) {
            String recorded = filled(phrase).english();
            Statement read = RecordedStatements.read(recorded);
            assertThat(read.english()).isEqualTo(recorded);
            assertThat(read).as(recorded).isInstanceOf(Statement.Phrased.class);
            assertThat(french.say(read)).as(recorded).isEqualTo(french.say(filled(phrase)));
        }
    }

    @Test
    void leavesWhatItDoesNotKnowAsItIs() {
        assertThat(french.say(RecordedStatements.read("something new"))).isEqualTo("something new");
        assertThat(RecordedStatements.read("")).isEqualTo(Statement.NONE);
    }

    @Test
    void wordsStatementsInsideOthersAndInMessages() {
        Statement refusal = RefusalPhrase.GRANTS_NOTHING.with(new Verbatim("?~/x"), EntryPhrase.MISSING.with());
        assertThat(refusal).hasToString("the entry ?~/x would grant nothing: does not exist");
        assertThat(french.say(refusal))
                .isEqualTo("l\u2019entr\u00e9e ?~/x n\u2019accorderait rien : n\u2019existe pas");
        assertThat(french.get("shared.outcome.skipped", EntryPhrase.MISSING.with()))
                .isEqualTo("ignor\u00e9e : n\u2019existe pas");
        assertThat(french.say(EnforcementPhrase.LACKS_MOVES.with("2", "1"))).startsWith("il faut Landlock ABI 2");
    }
}
