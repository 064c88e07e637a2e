package org.bulle.engine.profile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.bulle.engine.profile.TomlToken.Kind;
import org.tomlj.internal.TomlLexer;
import org.tomlj.internal.antlr.v4.runtime.CharStreams;
import org.tomlj.internal.antlr.v4.runtime.Token;

/** The one caller of tomlj's lexer, an internal class: it loses nothing, takes any text, and reads 5,000 lines in some milliseconds. */
public final class TomlTokens {
    private final String text;
    private final TomlLexer lexer;
    private final List<TomlToken> tokens = new ArrayList<>();
    private final Deque<Kind> open = new ArrayDeque<>();
    private Kind last = Kind.NEWLINE;
    private int codePoints;
    private int offset;

    private TomlTokens(String text) {
        this.text = text;
        this.lexer = new TomlLexer(CharStreams.fromString(text));
        lexer.removeErrorListeners();
    }

    /** The tokens of any text, right or wrong, in order and without gaps. */
    public static List<TomlToken> of(String text) {
        return new TomlTokens(text).read();
    }

    private List<TomlToken> read() {
        Token token = lexer.nextToken();
        while (token.getType() != Token.EOF) {
            if (isQuote(token.getType())) {
                token = string(token);
            } else {
                add(kind(token.getType()), token);
                token = lexer.nextToken();
            }
        }
        fill(text.length());
        return tokens;
    }

    /** A quote, what follows up to the same quote, and that; or up to the end of the line where it is missing. */
    private Token string(Token quote) {
        int start = offsetOf(quote.getStartIndex());
        int end = offsetOf(quote.getStopIndex() + 1);
        Token next = lexer.nextToken();
        while (isInString(next.getType())) {
            end = offsetOf(next.getStopIndex() + 1);
            next = lexer.nextToken();
        }
        if (next.getType() == quote.getType()) {
            end = offsetOf(next.getStopIndex() + 1);
            next = lexer.nextToken();
        }
        append(inValue() ? Kind.STRING : Kind.KEY, start, end);
        return next;
    }

    private boolean inValue() {
        return last == Kind.EQUALS || open.peek() == Kind.BRACKET;
    }

    private void add(Kind kind, Token token) {
        int start = offsetOf(token.getStartIndex());
        int end = offsetOf(token.getStopIndex() + 1);
        if (end > start) {
            follow(kind, token.getType());
            append(kind, start, end);
        }
    }

    /** Which brackets are open; a bare key where a value should be shows that the lexer has given an unclosed list up. */
    private void follow(Kind kind, int type) {
        switch (type) {
            case TomlLexer.ArrayStart, TomlLexer.InlineTableStart -> open.push(kind);
            case TomlLexer.ArrayEnd, TomlLexer.InlineTableEnd -> open.poll();
            case TomlLexer.UnquotedKey -> {
                if (open.peek() == Kind.BRACKET) {
                    open.clear();
                }
            }
            case TomlLexer.TableKeyStart, TomlLexer.ArrayTableKeyStart -> open.clear();
            default -> {}
        }
    }

    private void append(Kind kind, int start, int end) {
        fill(start);
        if (kind != Kind.BLANK && kind != Kind.COMMENT) {
            last = kind;
        }
        TomlToken before = tokens.isEmpty() ? null : tokens.getLast();
        if (before != null && before.kind() == kind && kind == Kind.DATE && before.end() == start) {
            tokens.set(tokens.size() - 1, new TomlToken(kind, before.start(), end));
        } else {
            tokens.add(new TomlToken(kind, start, end));
        }
    }

    private void fill(int until) {
        int from = tokens.isEmpty() ? 0 : tokens.getLast().end();
        if (from < until) {
            tokens.add(new TomlToken(Kind.ERROR, from, until));
        }
    }

    /** ANTLR counts code points, Java chars; asked for in rising order. */
    private int offsetOf(int codePoint) {
        offset = text.offsetByCodePoints(offset, codePoint - codePoints);
        codePoints = codePoint;
        return offset;
    }

    private static boolean isQuote(int type) {
        return type == TomlLexer.QuotationMark
                || type == TomlLexer.Apostrophe
                || type == TomlLexer.TripleQuotationMark
                || type == TomlLexer.TripleApostrophe;
    }

    private static boolean isInString(int type) {
        return type == TomlLexer.StringChars
                || type == TomlLexer.EscapeSequence
                || type == TomlLexer.MLBasicStringLineEndBackslash;
    }

    private static Kind kind(int type) {
        return switch (type) {
            case TomlLexer.UnquotedKey -> Kind.KEY;
            case TomlLexer.Comment -> Kind.COMMENT;
            case TomlLexer.WS -> Kind.BLANK;
            case TomlLexer.NewLine -> Kind.NEWLINE;
            case TomlLexer.Equals -> Kind.EQUALS;
            case TomlLexer.Dot -> Kind.DOT;
            case TomlLexer.Comma, TomlLexer.ValueComma -> Kind.COMMA;
            case TomlLexer.ArrayStart, TomlLexer.ArrayEnd -> Kind.BRACKET;
            case TomlLexer.InlineTableStart, TomlLexer.InlineTableEnd -> Kind.BRACE;
            case TomlLexer.TableKeyStart,
                    TomlLexer.TableKeyEnd,
                    TomlLexer.ArrayTableKeyStart,
                    TomlLexer.ArrayTableKeyEnd -> Kind.HEADER;
            case TomlLexer.TrueBoolean, TomlLexer.FalseBoolean -> Kind.BOOLEAN;
            case TomlLexer.DecimalInteger,
                    TomlLexer.HexInteger,
                    TomlLexer.OctalInteger,
                    TomlLexer.BinaryInteger,
                    TomlLexer.FloatingPoint,
                    TomlLexer.FloatingPointInf,
                    TomlLexer.FloatingPointNaN -> Kind.NUMBER;
            case TomlLexer.DateDigits,
                    TomlLexer.Dash,
                    TomlLexer.Plus,
                    TomlLexer.Colon,
                    TomlLexer.Z,
                    TomlLexer.TimeDelimiter -> Kind.DATE;
            default -> Kind.ERROR;
        };
    }
}
