package org.bulle.engine.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what is plain in a text with mistakes, and has tomlj explain only the lines that are not: its recovery from one mistake goes through all lines after it.
 *
 * <p>What tomlj is given is the text without complete statements and complete lines of items before the mistake, and cut off some lines after it. A parser that
 * reads from left to right and meets a mistake before the cut would meet it in the whole text, so the text is refused for good. Where tomlj finds nothing before the
 * cut, nothing is known, and the whole text has to be read by it.
 */
final class FaultyToml extends PlainToml {
    /** Lines that tomlj is given of what cannot be read. */
    private static final int LINES = 40;
    /** Lines after them: what ends a list is found by looking ahead. */
    private static final int AHEAD = 3;

    /** Statements that are right and not plain: with more of them, reading the whole text is as cheap. */
    private static final int MOST_UNUSUAL = 8;

    private static final Pattern TABLE =
            Pattern.compile("[ \\t]*\\[([ \\t]*[\\w-]+(?:[ \\t]*\\.[ \\t]*[\\w-]+)*)[ \\t]*][ \\t\\r]*(?:#.*)?$");
    private static final Pattern BLANKS = Pattern.compile("[ \\t]+");

    private final String file;
    private final Map<String, Integer> tables = new HashMap<>();
    /** In each table of a list the same names can be tables again. */
    private boolean severalOfOne;

    private final List<Problem> faults = new ArrayList<>();
    private int more;
    private int moreLine;
    private boolean unknown;
    private int unusual;
    private int statementStart;
    private int statementLine;
    private String header = "";
    private int headerLine;

    private FaultyToml(String file, String text) {
        super(text);
        this.file = file;
    }

    /** What could be read and what is wrong; nothing when tomlj has to read the whole text, for it may be right. */
    static Optional<TomlReader.Read> read(String file, String text) {
        FaultyToml reader = new FaultyToml(file, text);
        TomlNode.Table root = reader.document();
        if (root == null || reader.unknown || reader.faults.isEmpty()) {
            return Optional.empty();
        }
        if (reader.more > 0) {
            reader.faults.add(TomlReader.more(file, reader.moreLine, 1, reader.more));
        }
        return Optional.of(new TomlReader.Read(root, List.copyOf(reader.faults)));
    }

    @Override
    void statementAt(int start, int startLine) {
        statementStart = start;
        statementLine = startLine;
    }

    @Override
    void headerAt(boolean known, int start, int startLine) {
        header = known ? text.substring(start, text.indexOf(']', start) + 1) + "\n" : "";
        headerLine = startLine;
        Matcher named = TABLE.matcher(text).region(start, lineEnd(start));
        severalOfOne |= text.startsWith("[[", start + blanks(start));
        if (!severalOfOne && named.lookingAt()) {
            String name = BLANKS.matcher(named.group(1)).replaceAll("");
            Integer first = tables.putIfAbsent(name, startLine);
            if (first != null) {
                twice(name, startLine, named.start(1) - start, first);
            }
        }
    }

    @Override
    boolean passDuplicate(TomlNode.Field known, int keyLine, int column) {
        twice(known.key(), keyLine, column, known.line());
        return true;
    }

    private void twice(String key, int keyLine, int column, int first) {
        if (faults.size() < TomlReader.MOST_FAULTS) {
            faults.add(TomlReader.duplicate(file, keyLine, column, key, Integer.toString(first)));
        } else {
            count(keyLine);
        }
    }

    @Override
    boolean passStatement() {
        if (unknown) {
            return false;
        }
        int resume = lineEnd(at);
        while (resume < text.length() && !isStatement(resume)) {
            resume = lineEnd(resume);
        }
        boolean passed = explained(resume) || isWhole(resume);
        if (passed) {
            lost = mayHoldHeader(lineEnd(statementStart), resume);
            goTo(resume);
        }
        return passed;
    }

    /** A header that is not plain does not end the lines that are passed over. */
    private boolean mayHoldHeader(int from, int end) {
        int start = from;
        while (start < end && !text.startsWith("[", start + blanks(start))) {
            start = lineEnd(start);
        }
        return start < end;
    }

    /** An unusual statement that tomlj reads: what comes after it begins a statement. */
    private boolean isWhole(int resume) {
        boolean whole = safe < 0
                && unusual++ < MOST_UNUSUAL
                && TomlReader.faultsOf(file, text.substring(statementStart, resume))
                        .filter(List::isEmpty)
                        .isPresent();
        unknown = !whole;
        return whole;
    }

    @Override
    boolean passItem() {
        if (unknown) {
            return false;
        }
        int resume = at;
        boolean ends = false;
        boolean later = lineStart > statementStart;
        if (later && isStatement(lineStart)) {
            resume = lineStart;
            ends = true;
            if (safe == resume && before >= statementStart) {
                safe = before;
                safeLine = beforeLine;
                safeDepth = beforeDepth;
            }
        } else if (later && lineStart > safe && at == lineStart + blanks(lineStart) && isItem(lineStart)) {
            resume = lineStart;
        } else {
            resume = lineEnd(at);
            while (resume < text.length() && !isItem(resume) && !isStatement(resume)) {
                resume = lineEnd(resume);
            }
            ends = resume == text.length() || isStatement(resume);
        }
        if (!explained(resume)) {
            unknown = true;
            return false;
        }
        goTo(resume);
        ended = ends;
        safeHere();
        return true;
    }

    /** Has tomlj say what is wrong with the lines up to an offset; whether it has found something that is wrong for certain. */
    private boolean explained(int resume) {
        boolean inList = safe >= statementStart;
        int from = inList ? safe : statementStart;
        int fromLine = inList ? safeLine : statementLine;
        if (faults.size() >= TomlReader.MOST_FAULTS) {
            count(line);
            return true;
        }
        List<Integer> lines = new ArrayList<>();
        StringBuilder piece = new StringBuilder();
        before(inList, piece, lines);
        int prefix = lines.size();
        int end = from;
        int reach = 0;
        while (end < resume && reach < LINES) {
            end = lineEnd(end);
            reach++;
        }
        boolean cut = end < resume;
        int bad = prefix + reach;
        for (int i = 0; i < AHEAD && end < text.length(); i++) {
            end = lineEnd(end);
            reach++;
        }
        piece.append(text, from, end);
        boolean whole = end == text.length();
        int known = whole ? Integer.MAX_VALUE : cut ? bad : bad + 1;
        List<Problem> certain = TomlReader.faultsOf(file, piece.toString()).orElse(List.of()).stream()
                .filter(fault -> fault.message().startsWith(TomlReader.NOT_VALID + "Unexpected"))
                .filter(fault -> fault.line() <= known)
                .toList();
        List<Problem> here =
                certain.stream().filter(fault -> fault.line() <= bad).toList();
        (here.isEmpty() ? certain.stream().limit(1) : here.stream())
                .limit(TomlReader.MOST_FAULTS - faults.size())
                .forEach(fault -> faults.add(moved(fault, lines, fromLine - 1 - prefix)));
        return !certain.isEmpty();
    }

    /** The header and the lists that are open, each in a line of its own and in its column. */
    private void before(boolean inList, StringBuilder piece, List<Integer> lines) {
        if (!header.isEmpty()) {
            piece.append(header);
            lines.add(headerLine);
        }
        for (int i = 0; inList && i < safeDepth; i++) {
            int start = i == 0 ? statementStart : text.lastIndexOf('\n', opened[i]) + 1;
            String lead = text.substring(start, opened[i]);
            piece.append(i == 0 ? lead : " ".repeat(lead.codePointCount(0, lead.length())))
                    .append("[\n");
            lines.add(statementLine
                    + (int) text.substring(statementStart, opened[i])
                            .chars()
                            .filter(c -> c == '\n')
                            .count());
        }
    }

    private static Problem moved(Problem fault, List<Integer> lines, int by) {
        Matcher opened = TomlReader.ELSEWHERE.matcher(fault.message());
        String message = opened.replaceAll(found -> Integer.toString(line(Integer.parseInt(found.group()), lines, by)));
        return new Problem(
                fault.severity(),
                fault.kind(),
                fault.file(),
                line(fault.line(), lines, by),
                fault.column(),
                fault.key(),
                message,
                fault.fix());
    }

    private static int line(int line, List<Integer> lines, int by) {
        return line <= lines.size() ? lines.get(line - 1) : line + by;
    }

    private void count(int at) {
        moreLine = more == 0 ? at : moreLine;
        more++;
    }

    private void goTo(int offset) {
        for (int feed = text.indexOf('\n', lineStart);
                feed >= 0 && feed < offset;
                feed = text.indexOf('\n', feed + 1)) {
            line++;
            lineStart = feed + 1;
        }
        at = offset;
    }

    /** Where the next line begins. */
    private int lineEnd(int offset) {
        int feed = text.indexOf('\n', offset);
        return feed < 0 ? text.length() : feed + 1;
    }

    /** Whether a line begins as a key with its value or is a table's header. */
    private boolean isStatement(int offset) {
        return looks(offset, () -> {
            if (!accept('[')) {
                return !bareKey().isEmpty() && isNext('=');
            }
            boolean several = accept('[');
            boolean named;
            do {
                skipBlanks();
                named = !bareKey().isEmpty();
                skipBlanks();
            } while (named && accept('.'));
            return named && accept(']') && (!several || accept(']')) && isLineEnd();
        });
    }

    /** Whether a line begins with an item of a list, or is the end of one. */
    private boolean isItem(int offset) {
        return looks(offset, () -> {
            if (accept(']')) {
                return isLineEnd();
            }
            boolean read = (peek() == '"' || peek() == '\'') && string() != null;
            return read && (isNext(',') || isNext(']') || isLineEnd());
        });
    }

    /** What stands at the beginning of a line; the reader stays where it is. */
    private boolean looks(int offset, BooleanSupplier like) {
        int before = at;
        at = offset;
        skipBlanks();
        boolean yes = like.getAsBoolean();
        at = before;
        return yes;
    }

    private boolean isNext(char c) {
        skipBlanks();
        return peek() == c && at < text.length();
    }

    private boolean isLineEnd() {
        skipBlanks();
        return at >= text.length() || "#\r\n".indexOf(peek()) >= 0;
    }
}
