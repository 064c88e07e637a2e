package org.bulle.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.bulle.engine.policy.Layer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileEditsTest {
    private static final Place RO = Place.of("ro");
    private static final Pattern LINES = Pattern.compile("(?<=\n)");

    private static String unescape(String text) {
        return text.replace("~n", "\n").replace("~r", "\r\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|ro = [\"x\"]~n",
                "ro = []|ro = [\"x\"]",
                "ro = [ ]|ro = [\"x\"]",
                "ro = [\"a\"] # c|ro = [\"a\", \"x\"] # c",
                "ro = [\"a\",]|ro = [\"a\", \"x\",]",
                "ro = [~n  \"a\",~n]~n|ro = [~n  \"a\",~n  \"x\",~n]~n",
                "ro = [~n  \"a\", # why~n]~n|ro = [~n  \"a\", # why~n  \"x\",~n]~n",
                "ro = [~n  \"a\" # why~n]~n|ro = [~n  \"a\", # why~n  \"x\"~n]~n",
                "ro = [~r\t\"a\",~r]~r|ro = [~r\t\"a\",~r\t\"x\",~r]~r",
                "ro = [\"a\",~n      \"b\"]|ro = [\"a\",~n      \"b\",~n      \"x\"]",
                "ro = [~n  # none~n]|ro = [~n  # none~n    \"x\",~n]",
                "ro = [~n  \"a\"~n  , # odd~n]|ro = [~n  \"a\",~n  \"x\"~n  , # odd~n]",
                "title = \"t\"~nrw = []~n|title = \"t\"~nro = [\"x\"]~nrw = []~n",
                "title = \"t\"|title = \"t\"~nro = [\"x\"]",
                "# about~n~n[linux]~nro = []~n|# about~nro = [\"x\"]~n~n[linux]~nro = []~n",
                "[linux]~nro = []~n|ro = [\"x\"]~n[linux]~nro = []~n",
                "rw = [~n\"a\"~n] # end~n|rw = [~n\"a\"~n] # end~nro = [\"x\"]~n",
                "\"ro\" = ['a']|\"ro\" = ['a', \"x\"]",
                "# only|# only~nro = [\"x\"]~n",
                "title = \"t\" # c~r|title = \"t\" # c~rro = [\"x\"]~r",
            })
    void addsAnEntryAndNothingElse(String before, String after) throws ProblemException {
        assertThat(ProfileEdits.add(unescape(before), RO, "x")).isEqualTo(unescape(after));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ro = [\"a\", \"b\"]|0|ro = [\"b\"]",
                "ro = [\"a\", \"b\"]|1|ro = [\"a\"]",
                "ro = [\"a\", \"b\", ]|1|ro = [\"a\", ]",
                "ro = [\"a\"]|0|ro = []",
                "ro = [\"a\",]|0|ro = []",
                "ro = [~n  \"a\",~n  \"b\",~n]|0|ro = [~n  \"b\",~n]",
                "ro = [~n  \"a\",~n  \"b\"~n]|1|ro = [~n  \"a\",~n]",
                "ro = [~n  \"a\", # why~n  \"b\",~n]|0|ro = [~n  # why~n  \"b\",~n]",
                "ro = [\"a\", # why~n  \"b\"]|1|ro = [\"a\", # why~n  ]",
                "ro = [\"a\"~n, \"b\"]|0|ro = [ \"b\"]",
                "ro = [~n  \"a\", \"b\",~n]|1|ro = [~n  \"a\",~n]",
                "ro = [~n  \"a\", \"b\"~n]|0|ro = [~n  \"b\"~n]",
            })
    void removesAnEntryAndNothingElse(String before, int index, String after) throws ProblemException {
        assertThat(ProfileEdits.remove(unescape(before), RO, index)).isEqualTo(unescape(after));
    }

    @Test
    void keepsTheKindOfQuotes() throws ProblemException {
        assertThat(ProfileEdits.change("ro = ['a', \"b\"]", RO, 0, "c")).isEqualTo("ro = ['c', \"b\"]");
        assertThat(ProfileEdits.change("ro = ['a', \"b\"]", RO, 1, "c")).isEqualTo("ro = ['a', \"c\"]");
        assertThat(ProfileEdits.change("ro = ['a']", RO, 0, "it's")).isEqualTo("ro = [\"it's\"]");
        assertThat(ProfileEdits.set("title = 'a' # c", Place.of("title"), "b")).isEqualTo("title = 'b' # c");
    }

    @Test
    void aLoneParentBecomesAList() throws ProblemException {
        assertThat(ProfileEdits.add("inherits = 'a'", Place.of("inherits"), "b"))
                .isEqualTo("inherits = ['a', \"b\"]");
        assertThat(ProfileEdits.change("inherits = 'a'", Place.of("inherits"), 0, "b"))
                .isEqualTo("inherits = 'b'");
        assertThat(ProfileEdits.remove("inherits = 'a'", Place.of("inherits"), 0))
                .isEqualTo("inherits = []");
    }

    @Test
    void findsATableHoweverItIsWritten() throws ProblemException {
        Place place = Place.in(Platform.LINUX, "ro");
        assertThat(ProfileEdits.add("linux.rw = []\n", place, "x")).isEqualTo("linux.rw = []\nlinux.ro = [\"x\"]\n");
        assertThat(ProfileEdits.add("linux = { rw = [] }\n", place, "x"))
                .isEqualTo("linux = { rw = [], ro = [\"x\"] }\n");
        assertThat(ProfileEdits.add("linux = {}\n", place, "x")).isEqualTo("linux = { ro = [\"x\"] }\n");
        assertThat(ProfileEdits.add("linux = { ro = ['a'] }\n", place, "x"))
                .isEqualTo("linux = { ro = ['a', \"x\"] }\n");
        assertThat(ProfileEdits.add("title = 't'\n", place, "x")).isEqualTo("title = 't'\n\n[linux]\nro = [\"x\"]\n");
        assertThat(ProfileEdits.add("[linux]\n# c\n", place, "x")).isEqualTo("[linux]\nro = [\"x\"]\n# c\n");
        assertThat(ProfileEdits.add("[linux]", place, "x")).isEqualTo("[linux]\nro = [\"x\"]\n");
    }

    @Test
    void editsProfilesOfTheConfiguration() throws ProblemException {
        String text = "[profiles.\"node.v22\"]\nro = []\n";
        assertThat(ProfileEdits.add(text, Place.inConfiguration("node.v22", "ro"), "x"))
                .isEqualTo("[profiles.\"node.v22\"]\nro = [\"x\"]\n");
        assertThat(ProfileEdits.add(text, Place.inConfiguration("a.b", "rw"), "x"))
                .isEqualTo(text + "\n[profiles.\"a.b\"]\nrw = [\"x\"]\n");
    }

    @Test
    void setsAndUnsets() throws ProblemException {
        assertThat(ProfileEdits.set("add_exec = false # c\n", Place.of("add_exec"), true))
                .isEqualTo("add_exec = true # c\n");
        assertThat(ProfileEdits.set("[runs]\nkeep = '9' # c\n", new Place(List.of("runs"), "keep"), 10L))
                .isEqualTo("[runs]\nkeep = 10 # c\n");
        assertThat(ProfileEdits.set("ro = []\n", Place.of("title"), "T")).isEqualTo("ro = []\ntitle = \"T\"\n");
        assertThat(ProfileEdits.unset("a = 1\ntitle = 't'\nro = []\n", Place.of("title")))
                .isEqualTo("a = 1\nro = []\n");
        assertThat(ProfileEdits.unset("title = 't' # c\n", Place.of("title"))).isEqualTo("# c\n");
        assertThat(ProfileEdits.unset("linux = { ro = [], rw = [] }\n", Place.in(Platform.LINUX, "ro")))
                .isEqualTo("linux = { rw = [] }\n");
        assertThat(ProfileEdits.unset("title = 't'\n", Place.of("ro"))).isEqualTo("title = 't'\n");
    }

    @Test
    void doesNotAddWhatIsThere() throws ProblemException {
        assertThat(ProfileEdits.add("ro = ['x']", RO, "x")).isEqualTo("ro = ['x']");
    }

    @Test
    void refusesWhatItCannotEdit() {
        assertThatThrownBy(() -> ProfileEdits.add("ro = [", RO, "x")).isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> ProfileEdits.add("ro = 1", RO, "x")).isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> ProfileEdits.add("ro = [1]", RO, "x")).isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> ProfileEdits.remove("ro = []", RO, 0)).isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> ProfileEdits.add("linux = 1", Place.in(Platform.LINUX, "ro"), "x"))
                .isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> ProfileEdits.add("[[linux]]\n[[linux]]", Place.in(Platform.LINUX, "ro"), "x"))
                .isInstanceOf(ProblemException.class);
    }

    @Test
    void appliesTheFixOfAProblem() {
        String text = "\ufefftitel = \"\ud83d\ude00\"\nro = \"/x\"\nallow = [ 'netwrok' ]\ninherits = 'tol'\n";
        List<Problem> problems =
                ProfileParser.parse("x", Layer.USER, "x.toml", text).problems();
        String fixed = text;
        for (Problem problem : problems.reversed()) {
            fixed = ProfileEdits.applyFix(fixed, problem);
        }
        assertThat(fixed)
                .isEqualTo(
                        "\ufefftitle = \"\ud83d\ude00\"\nro = [\"/x\"]\nallow = [ \"network\" ]\ninherits = 'tol'\n");
    }

    @Test
    void theSmallestChangeIsWhatDiffers() {
        assertThat(TextEdit.between("abc", "abxc")).isEqualTo(new TextEdit(2, 2, "x"));
        assertThat(TextEdit.between("aa", "aaa").apply("aa")).isEqualTo("aaa");
        assertThat(TextEdit.between("\ud83d\ude00", "\ud83d\ude01")).isEqualTo(new TextEdit(0, 2, "\ud83d\ude01"));
        assertThat(TextEdit.between("x", "x").isEmpty()).isTrue();
    }

    /** Issue D: any sequence of edits on any valid file gives a file that says what the model says and is otherwise as it was. */
    @Test
    void tenThousandSequencesOfEditsKeepModelAndText() throws ProblemException {
        int sequences = Integer.getInteger("edit.sequences", 10_000);
        Random random = new Random(42);
        for (int i = 0; i < sequences; i++) {
            TomlWriter writer = new TomlWriter(random);
            String text = writer.text();
            Map<Place, List<String>> model = writer.model();
            List<String> comments = comments(text);
            for (int step = random.nextInt(4); step >= 0; step--) {
                text = step(random, text, model);
            }
            assertThat(comments(text)).isEqualTo(comments);
            assertSays(text, model);
        }
    }

    private static String step(Random random, String text, Map<Place, List<String>> model) throws ProblemException {
        Place place = TomlWriter.PLACES.get(random.nextInt(TomlWriter.PLACES.size()));
        List<String> entries = model.getOrDefault(place, List.of());
        List<String> after = new ArrayList<>(entries);
        String entry = TomlWriter.ENTRIES.get(random.nextInt(TomlWriter.ENTRIES.size()));
        String changed;
        if (entries.isEmpty() || random.nextInt(3) == 0) {
            changed = ProfileEdits.add(text, place, entry);
            if (!entries.contains(entry)) {
                after.add(entry);
            }
        } else {
            int index = random.nextInt(entries.size());
            if (random.nextBoolean()) {
                changed = ProfileEdits.remove(text, place, index);
                after.remove(index);
            } else {
                changed = ProfileEdits.change(text, place, index, entry);
                after.set(index, entry);
            }
        }
        assertOnlyTheListChanged(text, changed, place);
        assertThat(lost(text, changed)).as("%s%n->%n%s", text, changed).isLessThanOrEqualTo(2);
        assertThat(lost(changed, text)).as("%s%n->%n%s", text, changed).isLessThanOrEqualTo(4);
        model.put(place, after);
        return changed;
    }

    /** How many lines of the one are not lines of the other, ends included: those that an edit touches, and no more. */
    private static int lost(String one, String other) {
        List<String> lines = new ArrayList<>(List.of(LINES.split(other)));
        int lost = 0;
        for (String line : LINES.split(one)) {
            lost += lines.remove(line) ? 0 : 1;
        }
        return lost;
    }

    /** Titles, switches and keys that go, on the same files. */
    @Test
    void settingAndTakingOutKeysKeepsEverythingElse() throws ProblemException {
        Random random = new Random(43);
        for (int i = 0; i < 1000; i++) {
            TomlWriter writer = new TomlWriter(random);
            String text = writer.text();
            Map<Place, List<String>> model = writer.model();
            String entry = TomlWriter.ENTRIES.get(random.nextInt(TomlWriter.ENTRIES.size()));
            String titled = ProfileEdits.set(text, Place.of("title"), entry);
            assertThat(ProfileEdits.entries(titled, Place.of("title"))).containsExactly(entry);
            assertThat(comments(titled)).isEqualTo(comments(text));
            assertSays(titled, model);
            String switched = ProfileEdits.set(titled, Place.of("add_exec"), true);
            assertSays(switched, model);
            assertThat(comments(switched)).isEqualTo(comments(text));
            assertThat(lost(titled, switched))
                    .as("%s%n->%n%s", titled, switched)
                    .isLessThanOrEqualTo(1);
            assertSays(ProfileEdits.unset(switched, Place.of("add_exec")), model);
        }
    }

    private static void assertSays(String text, Map<Place, List<String>> model) throws ProblemException {
        TomlNode.Table root = TomlReader.read("", text).root();
        for (Map.Entry<Place, List<String>> entry : model.entrySet()) {
            List<String> entries = ProfileEdits.entries(root, entry.getKey());
            assertThat(entries.equals(entry.getValue()))
                    .as("%s%nsays %s, not %s", text, entries, entry)
                    .isTrue();
        }
    }

    private static void assertOnlyTheListChanged(String before, String after, Place place) {
        TomlOutline outline = TomlOutline.of(before);
        TextEdit edit = TextEdit.between(before, after);
        outline.pair(place.path()).filter(pair -> !edit.isEmpty()).ifPresent(pair -> {
            assertThat(edit.start()).as("%s%n->%n%s", before, after).isGreaterThanOrEqualTo(pair.keyStart());
            assertThat(edit.end())
                    .as("%s%n->%n%s", before, after)
                    .isLessThanOrEqualTo(outline.lineEnd(pair.value().end()));
        });
        boolean mixed = before.contains("\r") && before.replace("\r\n", "").contains("\n");
        if (!mixed) {
            assertThat(after.contains("\r")).isEqualTo(before.contains("\r"));
        }
        if (!mixed && before.contains("\r")) {
            assertThat(after.replace("\r\n", "")).doesNotContain("\n");
        }
    }

    private static List<String> comments(String text) {
        return TomlTokens.of(text).stream()
                .filter(token -> token.kind() == TomlToken.Kind.COMMENT)
                .map(token -> token.in(text))
                .toList();
    }

    /** Writes random profiles in every manner of writing that TOML has, beside what they say. */
    private static final class TomlWriter {
        static final List<String> ENTRIES = List.of(
                "/a",
                "?+$HOME/.x/",
                "it's",
                "say \"x\"",
                "back\\slash",
                "\u00e9\ud83d\ude00",
                "#no comment",
                "a, b",
                "]",
                "which:git");
        static final List<Place> PLACES = List.of(
                Place.of("ro"),
                Place.of("rw"),
                Place.of("env"),
                Place.in(Platform.LINUX, "ro"),
                Place.in(Platform.LINUX, "rwx"),
                Place.in(Platform.MACOS, "ro"),
                Place.inConfiguration("x", "rw"),
                Place.inConfiguration("y.z", "ro"));

        private final Random random;
        private final StringBuilder out = new StringBuilder();
        private final Map<Place, List<String>> model = new LinkedHashMap<>();
        private final String newline;
        private final boolean mixed;
        private int comment;

        TomlWriter(Random random) {
            this.random = random;
            this.newline = random.nextInt(4) == 0 ? "\r\n" : "\n";
            this.mixed = random.nextInt(12) == 0;
            write();
        }

        String text() {
            return out.toString();
        }

        Map<Place, List<String>> model() {
            return model;
        }

        private void write() {
            out.append(random.nextInt(8) == 0 ? "\ufeff" : "");
            filler();
            pair("title", "'t'");
            for (Place place : PLACES.subList(0, 3)) {
                maybeList(place, place.key());
            }
            int style = random.nextInt(4);
            if (style == 0) {
                for (Place place : PLACES.subList(3, 5)) {
                    maybeList(place, "linux . " + place.key());
                }
            } else if (style == 1) {
                inline();
            } else if (style == 2) {
                header("[ linux ]", PLACES.subList(3, 5));
            }
            if (random.nextInt(3) == 0) {
                header("['macos']", PLACES.subList(5, 6));
            }
            if (random.nextInt(3) == 0) {
                header("[profiles . x]", PLACES.subList(6, 7));
            }
            if (random.nextInt(3) == 0) {
                header("[profiles.\"y.z\"]", PLACES.subList(7, 8));
            }
            if (random.nextInt(4) == 0) {
                out.setLength(out.length() - (out.toString().endsWith(newline) ? newline.length() : 0));
            }
        }

        private void header(String header, List<Place> places) {
            filler();
            out.append(header).append(tail());
            for (Place place : places) {
                maybeList(place, random.nextInt(6) == 0 ? "\"" + place.key() + "\"" : place.key());
            }
        }

        private void inline() {
            out.append("linux = {");
            String separator = " ";
            for (Place place : PLACES.subList(3, 5)) {
                if (random.nextBoolean()) {
                    List<String> entries = entries(place);
                    out.append(separator).append(place.key()).append(" = ").append(oneLine(entries));
                    separator = ", ";
                }
            }
            out.append(" }").append(tail());
        }

        private void maybeList(Place place, String key) {
            if (random.nextInt(4) == 0) {
                return;
            }
            filler();
            List<String> entries = entries(place);
            pair(key, random.nextBoolean() ? oneLine(entries) : manyLines(entries));
        }

        private void pair(String key, String value) {
            out.append(random.nextInt(6) == 0 ? "  " : "")
                    .append(key)
                    .append(random.nextBoolean() ? " = " : "=")
                    .append(value)
                    .append(tail());
        }

        private List<String> entries(Place place) {
            List<String> entries = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                entries.add(ENTRIES.get(random.nextInt(ENTRIES.size())));
            }
            model.put(place, entries);
            return entries;
        }

        private String oneLine(List<String> entries) {
            String inside = String.join(
                    random.nextBoolean() ? ", " : " ,",
                    entries.stream().map(this::quote).toList());
            return "[" + inside + (!entries.isEmpty() && random.nextInt(4) == 0 ? "," : "")
                    + (random.nextInt(4) == 0 ? " " : "") + "]";
        }

        private String manyLines(List<String> entries) {
            StringBuilder list = new StringBuilder("[").append(random.nextInt(4) == 0 ? blank() : tail());
            for (int i = 0; i < entries.size(); i++) {
                boolean comma = i + 1 < entries.size() || random.nextBoolean();
                String before = random.nextInt(10) == 0 ? tail() : "";
                list.append(random.nextInt(5) == 0 ? comment() : "")
                        .append(blank())
                        .append(quote(entries.get(i)))
                        .append(before);
                list.append(comma ? "," : "").append(random.nextInt(5) == 0 ? blank() : tail());
            }
            return list.append(random.nextInt(5) == 0 ? comment() : "")
                    .append("]")
                    .toString();
        }

        private String quote(String entry) {
            boolean literal = random.nextBoolean() && entry.indexOf('\'') < 0;
            if (random.nextInt(12) == 0 && !entry.startsWith("\"") && !entry.endsWith("\"")) {
                return "\"\"\"" + TomlText.quoteBasic(entry).replaceAll("^\"|\"$", "") + "\"\"\"";
            }
            if (random.nextInt(9) == 0) {
                return TomlText.quoteBasic(entry).replace("\u00e9", "\\u00e9").replace("/", "\\u002F");
            }
            return literal
                    ? random.nextInt(9) == 0 ? "'''" + entry + "'''" : "'" + entry + "'"
                    : TomlText.quoteBasic(entry);
        }

        private String tail() {
            return (random.nextInt(4) == 0 ? blank() + "# c" + comment++ : random.nextInt(8) == 0 ? " " : "")
                    + (mixed && random.nextBoolean() ? "\n" : newline);
        }

        private String comment() {
            return newline + blank() + "# c" + comment++ + " , ] \"" + newline;
        }

        private String blank() {
            return List.of(" ", "  ", "\t", "    ").get(random.nextInt(4));
        }

        private void filler() {
            while (random.nextInt(3) == 0) {
                out.append(random.nextBoolean() ? newline : "# c" + comment++ + newline);
            }
        }
    }
}
