package org.bulle.engine.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.bulle.engine.profile.TomlNode.Field;
import org.bulle.engine.profile.TomlNode.Table;

/**
 * Changes to the text of a profile or of config.toml that leave every other character as it is: comments, order, quoting, line ends. Each takes a
 * text and gives the new one; {@link TextEdit#between} says what an editor has to replace. Every result is parsed again and compared with what was
 * asked for, so that a text too unusual to be edited safely is refused, never damaged.
 */
public final class ProfileEdits {
    private final String text;
    private final Table root;
    private final TomlOutline outline;
    private final String newline;

    private ProfileEdits(String text, Table root) {
        this.text = text;
        this.root = root;
        this.outline = TomlOutline.of(text);
        int first = text.indexOf('\n');
        this.newline = first > 0 && text.charAt(first - 1) == '\r' ? "\r\n" : "\n";
    }

    /**
     * Adds an entry at the end of a list, which is made when it is missing. An entry that stands there already is not added again.
     *
     * @throws ProblemException when the text is not TOML, or what stands at {@code place} is no list
     */
    public static String add(String text, Place place, String entry) throws ProblemException {
        ProfileEdits edits = of(text);
        List<String> before = edits.entries(place);
        if (before.contains(entry)) {
            return text;
        }
        List<String> after = new ArrayList<>(before);
        after.add(entry);
        return edits.checked(edits.insert(place, entry), place, list(after));
    }

    /**
     * Takes one entry out of a list; the list stays, even when it becomes empty.
     *
     * @param index of the entry in the list, from 0
     * @throws ProblemException when the text is not TOML, or there is no such entry
     */
    public static String remove(String text, Place place, int index) throws ProblemException {
        ProfileEdits edits = of(text);
        List<String> after = new ArrayList<>(edits.entries(place));
        edits.requireIndex(after, place, index);
        after.remove(index);
        return edits.checked(edits.delete(place, index), place, list(after));
    }

    /** Takes out the first entry that reads {@code entry}; without one the text stays as it is. */
    public static String remove(String text, Place place, String entry) throws ProblemException {
        int index = entries(text, place).indexOf(entry);
        return index < 0 ? text : remove(text, place, index);
    }

    /**
     * Puts another entry in the place of one, keeping the kind of quotes where it can.
     *
     * @throws ProblemException when the text is not TOML, or there is no such entry
     */
    public static String change(String text, Place place, int index, String entry) throws ProblemException {
        ProfileEdits edits = of(text);
        List<String> after = new ArrayList<>(edits.entries(place));
        edits.requireIndex(after, place, index);
        after.set(index, entry);
        TomlOutline.Value value = edits.pair(place).value();
        TomlOutline.Value element =
                value.elements().isEmpty() ? value : value.elements().get(index).value();
        String changed = edits.replace(element, quoteLike(element.start(), text, entry));
        TomlNode wanted = value.elements().isEmpty() ? text(entry) : list(after);
        return edits.checked(changed, place, wanted);
    }

    /** Sets a string such as {@code title} or {@code default_app}. */
    public static String set(String text, Place place, String value) throws ProblemException {
        ProfileEdits edits = of(text);
        Optional<TomlOutline.Value> known = edits.outline.pair(place.path()).map(TomlOutline.Pair::value);
        boolean string =
                known.filter(old -> old.kind() == TomlToken.Kind.STRING).isPresent();
        String literal = string ? quoteLike(known.get().start(), text, value) : TomlText.quote(value);
        return edits.checked(edits.setTo(place, literal), place, text(value));
    }

    /** Sets a boolean such as {@code add_exec}. */
    public static String set(String text, Place place, boolean value) throws ProblemException {
        ProfileEdits edits = of(text);
        return edits.checked(edits.setTo(place, Boolean.toString(value)), place, new TomlNode.Flag(value, 0, 0));
    }

    /** Sets a whole number such as {@code keep} of {@code [runs]}. */
    public static String set(String text, Place place, long value) throws ProblemException {
        ProfileEdits edits = of(text);
        return edits.checked(edits.setTo(place, Long.toString(value)), place, new TomlNode.Whole(value, 0, 0));
    }

    /** Takes a key out with its value; without it the text stays as it is. */
    public static String unset(String text, Place place) throws ProblemException {
        ProfileEdits edits = of(text);
        Optional<TomlOutline.Pair> pair = edits.outline.pair(place.path());
        return pair.isEmpty() ? text : edits.checkedWithout(edits.dropPair(pair.get()), place);
    }

    /** The entries of a list as the parser reads them; a lone string is a list of one. */
    public static List<String> entries(String text, Place place) throws ProblemException {
        return entries(read(text), place);
    }

    /**
     * Every list of strings of a text with its entries in the order of the text, also under keys that nobody knows. What is no string is left out, but
     * counts in the index.
     *
     * @throws ProblemException when the text is not TOML
     */
    public static List<TextEntry> all(String text) throws ProblemException {
        List<TextEntry> entries = new ArrayList<>();
        collect(read(text), List.of(), entries);
        entries.sort(java.util.Comparator.comparingInt(TextEntry::line).thenComparingInt(TextEntry::column));
        return entries;
    }

    private static void collect(Table table, List<String> path, List<TextEntry> entries) {
        for (Field field : table.fields().values()) {
            Place place = new Place(path, field.key());
            switch (field.value()) {
                case TomlNode.Items items -> {
                    for (int i = 0; i < items.items().size(); i++) {
                        if (items.items().get(i) instanceof TomlNode.Text entry) {
                            entries.add(new TextEntry(place, i, entry.value(), entry.line(), entry.column()));
                        }
                    }
                }
                case TomlNode.Text lone -> {
                    if (field.key().equals("inherits")) {
                        entries.add(new TextEntry(place, 0, lone.value(), lone.line(), lone.column()));
                    }
                }
                case Table inner -> collect(inner, place.path(), entries);
                case TomlNode.Flag ignored -> {}
                case TomlNode.Whole ignored -> {}
                case TomlNode.Other ignored -> {}
            }
        }
    }

    /**
     * Applies the fix of a problem: replaces the key or value at its place. An empty fix takes a list's entry out.
     *
     * @return the text as it was when the problem has no fix or no place in it
     */
    public static String applyFix(String text, Problem problem) {
        String fix = problem.fix();
        int offset = offset(text, problem.line(), problem.column());
        if (fix == null || offset < 0) {
            return text;
        }
        return TomlTokens.of(text).stream()
                .filter(token -> token.start() == offset)
                .findFirst()
                .map(token -> fix.isEmpty() ? withoutEntry(text, token) : withToken(text, token, fix))
                .orElse(text);
    }

    /** A fix of a string is a literal or the plain text of one. */
    private static String withToken(String text, TomlToken token, String fix) {
        boolean literal = fix.startsWith("\"") || fix.startsWith("[\"") || fix.equals("true") || fix.equals("false");
        boolean quoted = token.kind() == TomlToken.Kind.STRING && !literal;
        String replacement = quoted ? quoteLike(token.start(), text, fix) : fix;
        return new TextEdit(token.start(), token.end(), replacement).apply(text);
    }

    private static String withoutEntry(String text, TomlToken token) {
        if (!TomlReader.read("", text).faults().isEmpty()) {
            return text;
        }
        for (TomlOutline.Section section : TomlOutline.of(text).sections()) {
            for (TomlOutline.Pair pair : section.pairs()) {
                for (int i = 0; i < pair.value().elements().size(); i++) {
                    if (pair.value().elements().get(i).value().start() == token.start()) {
                        List<String> path = pair.path();
                        Place place = new Place(path.subList(0, path.size() - 1), path.getLast());
                        return removed(text, place, i);
                    }
                }
            }
        }
        return text;
    }

    private static String removed(String text, Place place, int index) {
        try {
            return remove(text, place, index);
        } catch (ProblemException unusual) {
            return text;
        }
    }

    /** The UTF-16 offset of a 1-based line and column (columns in code points, a byte order mark not counted); -1 when there is none. */
    public static int offset(String text, int line, int column) {
        int start = text.startsWith("\ufeff") ? 1 : 0;
        for (int i = 1; i < line; i++) {
            int newline = text.indexOf('\n', start);
            if (newline < 0) {
                return -1;
            }
            start = newline + 1;
        }
        int end = text.indexOf('\n', start);
        String rest = text.substring(start, end < 0 ? text.length() : end);
        boolean inside = line > 0 && column > 0 && column - 1 <= rest.codePointCount(0, rest.length());
        return inside ? start + rest.offsetByCodePoints(0, column - 1) : -1;
    }

    private static ProfileEdits of(String text) throws ProblemException {
        return new ProfileEdits(text, read(text));
    }

    private static Table read(String text) throws ProblemException {
        TomlReader.Read read = TomlReader.read("", text);
        if (!read.faults().isEmpty()) {
            throw new ProblemException(read.faults());
        }
        return read.root();
    }

    private List<String> entries(Place place) throws ProblemException {
        return entries(root, place);
    }

    static List<String> entries(Table root, Place place) throws ProblemException {
        Optional<TomlNode> node = node(root, place.path());
        if (node.isEmpty()) {
            return List.of();
        }
        if (node.get() instanceof TomlNode.Text lone) {
            return List.of(lone.value());
        }
        if (!(node.get() instanceof TomlNode.Items items)) {
            throw refusal(place, place.key() + " is " + node.get().describe() + ", not a list");
        }
        List<String> entries = new ArrayList<>();
        for (TomlNode item : items.items()) {
            if (!(item instanceof TomlNode.Text entry)) {
                throw refusal(place, place.key() + " holds " + item.describe() + " among its strings");
            }
            entries.add(entry.value());
        }
        return entries;
    }

    private TomlOutline.Pair pair(Place place) throws ProblemException {
        Optional<TomlOutline.Pair> pair = outline.pair(place.path());
        if (pair.isEmpty()) {
            throw refusal(place, "there is no " + place.key());
        }
        return pair.get();
    }

    private void requireIndex(List<String> entries, Place place, int index) throws ProblemException {
        if (index < 0 || index >= entries.size()) {
            throw refusal(place, place.key() + " has no entry " + index);
        }
    }

    private String insert(Place place, String entry) {
        String literal = TomlText.quote(entry);
        Optional<TomlOutline.Pair> pair = outline.pair(place.path());
        if (pair.isEmpty()) {
            return newPair(place, "[" + literal + "]");
        }
        TomlOutline.Value value = pair.get().value();
        if (value.kind() != TomlToken.Kind.BRACKET) {
            return replace(value, "[" + text.substring(value.start(), value.end()) + ", " + literal + "]");
        }
        return value.elements().isEmpty() ? insertFirst(value, literal) : insertAfter(value, literal);
    }

    private String insertFirst(TomlOutline.Value list, String literal) {
        String inside = text.substring(list.start() + 1, list.end() - 1);
        if (inside.indexOf('\n') < 0) {
            return edit(list.start() + 1, list.end() - 1, literal);
        }
        int lineStart = outline.lineStart(list.end() - 1);
        String indent = text.substring(lineStart, list.end() - 1);
        return indent.isBlank()
                ? edit(lineStart, lineStart, indent + "    " + literal + "," + newline)
                : edit(list.end() - 1, list.end() - 1, literal);
    }

    private String insertAfter(TomlOutline.Value list, String literal) {
        TomlOutline.Element last = list.elements().getLast();
        int end = last.value().end();
        if (text.substring(list.start(), list.end()).indexOf('\n') < 0) {
            return edit(end, end, ", " + literal);
        }
        String before = text.substring(
                outline.lineStart(last.value().start()), last.value().start());
        String indent =
                before.substring(0, before.length() - before.stripLeading().length());
        int rest = outline.lineEnd(end);
        boolean closesHere = list.end() <= rest;
        if (closesHere) {
            return edit(end, end, "," + newline + indent + literal);
        }
        int newlineStart = rest - (rest > 1 && text.charAt(rest - 2) == '\r' ? 2 : 1);
        boolean commaHere = last.comma() >= 0 && last.comma() < newlineStart;
        if (last.comma() >= 0 && !commaHere) {
            return edit(end, end, "," + newline + indent + literal);
        }
        String tail = text.substring(end, newlineStart);
        return edit(
                end,
                newlineStart,
                (commaHere ? tail : "," + tail) + newline + indent + literal + (commaHere ? "," : ""));
    }

    private String delete(Place place, int index) throws ProblemException {
        TomlOutline.Pair pair = pair(place);
        TomlOutline.Value list = pair.value();
        if (list.kind() != TomlToken.Kind.BRACKET) {
            return replace(list, "[]");
        }
        TomlOutline.Element element = list.elements().get(index);
        int start = element.value().start();
        int end = element.value().end();
        if (element.comma() >= 0) {
            String between = text.substring(end, element.comma());
            if (!between.isBlank() || between.indexOf('\n') >= 0) {
                return edit(start, element.comma() + 1, between.stripLeading());
            }
            end = element.comma() + 1;
        }
        int lineStart = outline.lineStart(start);
        int lineEnd = outline.lineEnd(end);
        boolean aloneBefore = text.substring(lineStart, start).isBlank() && lineStart > list.start();
        String after = text.substring(end, lineEnd);
        if (aloneBefore && after.isBlank() && lineEnd < list.end()) {
            return edit(lineStart, lineEnd, "");
        }
        if (aloneBefore) {
            return edit(start, end + leadingBlanks(after), "");
        }
        boolean last = index == list.elements().size() - 1;
        if (last && index > 0) {
            return deleteLast(list.elements().get(index - 1), start, end, element.comma() >= 0);
        }
        return edit(start, end + (last ? 0 : leadingBlanks(after)), "");
    }

    /** The last of several on one line: the comma before it goes with it, unless there was one after it. */
    private String deleteLast(TomlOutline.Element previous, int start, int end, boolean hadComma) {
        int from = hadComma ? previous.comma() + 1 : previous.value().end();
        String between = text.substring(from, start).replace(",", "");
        return between.isBlank() && between.indexOf('\n') < 0 ? edit(from, end, "") : edit(start, end, "");
    }

    private static int leadingBlanks(String text) {
        int count = 0;
        while (count < text.length() && (text.charAt(count) == ' ' || text.charAt(count) == '\t')) {
            count++;
        }
        return count;
    }

    private String setTo(Place place, String literal) {
        return outline.pair(place.path())
                .map(pair -> replace(pair.value(), literal))
                .orElseGet(() -> newPair(place, literal));
    }

    /** A new key: under its table's header, in its inline table, beside its dotted keys, or under a new header at the end. */
    private String newPair(Place place, String literal) {
        Optional<TomlOutline.Section> section = outline.section(place.table());
        if (section.isPresent()) {
            return newLine(section.get(), key(place.key()) + " = " + literal, place);
        }
        for (int size = place.table().size(); size > 0; size--) {
            Optional<TomlOutline.Pair> inline = outline.pair(place.table().subList(0, size))
                    .filter(pair -> pair.value().kind() == TomlToken.Kind.BRACE);
            if (inline.isPresent()) {
                return newInline(
                        inline.get().value(),
                        dotted(place.path().subList(size, place.path().size())) + " = " + literal);
            }
        }
        Optional<String> beside = besideDotted(place, literal);
        return beside.orElseGet(() -> newTable(place, literal));
    }

    private String newInline(TomlOutline.Value table, String pair) {
        if (table.pairs().isEmpty()) {
            return edit(table.start() + 1, table.end() - 1, " " + pair + " ");
        }
        int end = table.pairs().getLast().value().end();
        return edit(end, end, ", " + pair);
    }

    private Optional<String> besideDotted(Place place, String literal) {
        for (TomlOutline.Section section : outline.sections()) {
            for (TomlOutline.Pair pair : section.pairs().reversed()) {
                List<String> path = pair.path();
                int size = place.table().size();
                if (section.path().size() < size
                        && path.size() > size
                        && path.subList(0, size).equals(place.table())) {
                    List<String> relative = place.path()
                            .subList(section.path().size(), place.path().size());
                    return Optional.of(
                            lineAfter(pair.value().end(), indentOf(pair) + dotted(relative) + " = " + literal));
                }
            }
        }
        return Optional.empty();
    }

    private String newTable(Place place, String literal) {
        String gap = text.isEmpty() || text.equals("\ufeff") ? "" : text.endsWith("\n") ? newline : newline + newline;
        String header = "[" + dotted(place.table()) + "]";
        return text + gap + header + newline + key(place.key()) + " = " + literal + newline;
    }

    /** After the key that comes before it in the usual order, else after the table's last. */
    private String newLine(TomlOutline.Section section, String line, Place place) {
        if (section.pairs().isEmpty()) {
            int at = section.path().isEmpty() ? afterLeadingComments(section.headerEnd()) : section.headerEnd();
            boolean open =
                    at == text.length() && at > 0 && text.charAt(at - 1) != '\n' && text.charAt(at - 1) != '\ufeff';
            return edit(at, at, (open ? newline : "") + line + newline);
        }
        int order = Decoder.PROFILE.indexOf(place.key());
        TomlOutline.Pair anchor = null;
        int best = -1;
        for (TomlOutline.Pair pair : section.pairs()) {
            int index = pair.path().size() == section.path().size() + 1
                    ? Decoder.PROFILE.indexOf(pair.path().getLast())
                    : -1;
            if (index >= best && index < order) {
                best = index;
                anchor = pair;
            }
        }
        TomlOutline.Pair after = anchor == null || best < 0 ? section.pairs().getLast() : anchor;
        return lineAfter(after.value().end(), indentOf(after) + line);
    }

    /** After a block of comments at the top of the file that a blank line or the end follows. */
    private int afterLeadingComments(int start) {
        int at = start;
        while (at < text.length() && text.charAt(at) == '#') {
            at = outline.lineEnd(at);
        }
        boolean block = at > start && (at >= text.length() || text.charAt(at) == '\n' || text.charAt(at) == '\r');
        return block ? at : start;
    }

    private String lineAfter(int offset, String line) {
        int at = outline.lineEnd(offset);
        boolean open = text.charAt(at - 1) != '\n';
        return edit(at, at, open ? newline + line : line + newline);
    }

    private String indentOf(TomlOutline.Pair pair) {
        String before = text.substring(outline.lineStart(pair.keyStart()), pair.keyStart());
        return before.replace("\ufeff", "").isBlank() ? before.replace("\ufeff", "") : "";
    }

    private String dropPair(TomlOutline.Pair pair) {
        int start = pair.keyStart();
        int end = pair.value().end();
        for (TomlOutline.Section section : outline.sections()) {
            if (section.pairs().contains(pair)) {
                int lineStart = outline.lineStart(start);
                String after = text.substring(end, outline.lineEnd(end));
                return after.isBlank() && text.substring(lineStart, start).isBlank()
                        ? edit(lineStart, outline.lineEnd(end), "")
                        : edit(start, end + leadingBlanks(after), "");
            }
        }
        return dropInline(pair);
    }

    private String dropInline(TomlOutline.Pair pair) {
        List<TomlOutline.Pair> pairs = siblings(pair);
        int index = pairs.indexOf(pair);
        if (pairs.size() == 1) {
            return edit(pair.keyStart(), pair.value().end(), "");
        }
        return index == 0
                ? edit(pair.keyStart(), pairs.get(1).keyStart(), "")
                : edit(pairs.get(index - 1).value().end(), pair.value().end(), "");
    }

    private List<TomlOutline.Pair> siblings(TomlOutline.Pair pair) {
        List<List<TomlOutline.Pair>> open = new ArrayList<>();
        outline.sections().forEach(section -> open.add(section.pairs()));
        while (!open.isEmpty()) {
            List<TomlOutline.Pair> pairs = open.removeLast();
            if (pairs.contains(pair)) {
                return pairs;
            }
            pairs.forEach(each -> open.add(each.value().pairs()));
        }
        return List.of(pair);
    }

    private String replace(TomlOutline.Value value, String literal) {
        return edit(value.start(), value.end(), literal);
    }

    private String edit(int start, int end, String replacement) {
        return new TextEdit(start, end, replacement).apply(text);
    }

    private static String quoteLike(int start, String text, String value) {
        boolean single = text.charAt(start) == '\'' && !text.startsWith("'''", start);
        boolean fits = value.indexOf('\'') < 0 && value.chars().allMatch(c -> c >= ' ' && c != 0x7f);
        boolean basic = text.charAt(start) == '"' && value.indexOf('\\') < 0;
        return single && fits ? "'" + value + "'" : basic ? TomlText.quoteBasic(value) : TomlText.quote(value);
    }

    private static String key(String key) {
        boolean bare = !key.isEmpty()
                && key.chars().allMatch(c -> c < 0x80 && (Character.isLetterOrDigit(c) || c == '_' || c == '-'));
        return bare ? key : TomlText.quoteBasic(key);
    }

    private static String dotted(List<String> path) {
        return String.join(".", path.stream().map(ProfileEdits::key).toList());
    }

    /** The new text, when it says what was asked for and everything else as before. */
    private String checked(String changed, Place place, TomlNode wanted) throws ProblemException {
        return verify(changed, place, with(root, place.path(), wanted));
    }

    private String checkedWithout(String changed, Place place) throws ProblemException {
        return verify(changed, place, with(root, place.path(), null));
    }

    private static String verify(String changed, Place place, Table wanted) throws ProblemException {
        TomlReader.Read read = TomlReader.read("", changed);
        if (!read.faults().isEmpty() || !places(read.root()).equals(places(wanted))) {
            throw refusal(place, "this text is too unusual to change " + place.key() + " in it; edit it by hand");
        }
        return changed;
    }

    private static ProblemException refusal(Place place, String message) {
        return new ProblemException(
                new Problem(Problem.Severity.ERROR, Problem.Kind.TEXT, "", 0, 0, place.key(), message, null));
    }

    private static Optional<TomlNode> node(Table table, List<String> path) {
        TomlNode node = table;
        for (String key : path) {
            Field field = node instanceof Table inner ? inner.fields().get(key) : null;
            if (field == null) {
                return Optional.empty();
            }
            node = field.value();
        }
        return Optional.of(node);
    }

    private static Table with(Table table, List<String> path, @org.jspecify.annotations.Nullable TomlNode value) {
        Map<String, Field> fields = new LinkedHashMap<>(table.fields());
        String key = path.getFirst();
        if (path.size() > 1) {
            Field known = fields.get(key);
            Table inner = known != null && known.value() instanceof Table found ? found : new Table(Map.of(), 0, 0);
            fields.put(key, new Field(key, 0, 0, with(inner, path.subList(1, path.size()), value)));
        } else if (value == null) {
            fields.remove(key);
        } else {
            fields.put(key, new Field(key, 0, 0, value));
        }
        return new Table(fields, 0, 0);
    }

    /** The same tree without its positions; a table that only dotted keys made and that has become empty does not count. */
    private static TomlNode places(TomlNode node) {
        UnaryOperator<TomlNode> inner = ProfileEdits::places;
        return switch (node) {
            case TomlNode.Text text -> new TomlNode.Text(text.value(), 0, 0);
            case TomlNode.Flag flag -> new TomlNode.Flag(flag.value(), 0, 0);
            case TomlNode.Whole whole -> new TomlNode.Whole(whole.value(), 0, 0);
            case TomlNode.Other other -> new TomlNode.Other(other.describe(), 0, 0);
            case TomlNode.Items items ->
                new TomlNode.Items(items.items().stream().map(inner).toList(), 0, 0);
            case Table table -> {
                Map<String, Field> fields = new LinkedHashMap<>();
                table.fields().forEach((key, field) -> {
                    TomlNode value = places(field.value());
                    if (!(value instanceof Table empty && empty.fields().isEmpty())) {
                        fields.put(key, new Field(key, 0, 0, value));
                    }
                });
                yield new Table(fields, 0, 0);
            }
        };
    }

    private static TomlNode list(List<String> entries) {
        return new TomlNode.Items(entries.stream().map(ProfileEdits::text).toList(), 0, 0);
    }

    private static TomlNode text(String value) {
        return new TomlNode.Text(value, 0, 0);
    }
}
