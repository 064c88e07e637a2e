package org.bulle.engine.sandbox.seatbelt;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads the part of Seatbelt's profile language that we write, and decides accesses by it. The last rule that matches an operation and its object
 * decides; an operation that {@code (deny default)} does not reach is allowed where no rule matches. Whatever it does not know is an error.
 */
final class SbplReader {
    /** What Seatbelt allows under (deny default): see the decision record 0100. */
    private static final List<String> OUTSIDE_DEFAULT = List.of("process-info*", "file-map-executable", "nvram*");

    private static final Set<String> MEANT_FOR_PATHS = Set.of("literal", "subpath", "regex");

    private final List<Rule> rules = new ArrayList<>();

    /** A parsed form: a symbol, a string, a regular expression or a list. */
    sealed interface Form {
        record Symbol(String name) implements Form {}

        record Text(String value) implements Form {}

        record Regex(String source) implements Form {}

        record Several(List<Form> forms) implements Form {}
    }

    record Rule(boolean allow, List<String> operations, List<List<Form>> filters, Optional<String> message) {}

    /** What is done to what. */
    record Access(String operation, Object object) {}

    sealed interface Object {
        record Path(String path) implements Object {}

        /** A terminal whose master this sandbox has opened: the kernel hands an extension out with it. */
        record OwnTerminal(String path) implements Object {}

        record Request(String path, long number) implements Object {}

        record Remote(String protocol, boolean thisMachine) implements Object {}

        record Local(String protocol, boolean thisMachine) implements Object {}

        record Service(String name) implements Object {}

        record Process(boolean sameSandbox) implements Object {}

        record Family(String name) implements Object {}

        record Nothing() implements Object {}
    }

    static SbplReader of(String text) {
        SbplReader reader = new SbplReader();
        List<Form> forms = new Parser(text).all();
        if (!forms.getFirst().equals(new Form.Several(List.of(new Form.Symbol("version"), new Form.Symbol("1"))))) {
            throw new IllegalArgumentException("no version");
        }
        forms.subList(1, forms.size()).forEach(reader::top);
        return reader;
    }

    List<Rule> rules() {
        return rules;
    }

    private void top(Form form) {
        List<Form> parts = list(form);
        switch (symbol(parts.getFirst())) {
            case "allow" -> rules.add(rule(true, parts));
            case "deny" -> rules.add(rule(false, parts));
            case "if" -> {
                if (parts.size() != 3 || !symbol(list(parts.get(1)).getFirst()).equals("defined?")) {
                    throw new IllegalArgumentException("if: " + form);
                }
                top(parts.get(2));
            }
            default -> throw new IllegalArgumentException("form: " + form);
        }
    }

    private static Rule rule(boolean allow, List<Form> parts) {
        List<String> operations = new ArrayList<>();
        List<List<Form>> filters = new ArrayList<>();
        Optional<String> message = Optional.empty();
        for (Form part : parts.subList(1, parts.size())) {
            switch (part) {
                case Form.Symbol(String name) when filters.isEmpty() -> operations.add(name);
                case Form.Several(List<Form> filter)
                when symbol(filter.getFirst()).equals("with") ->
                    message = Optional.of(((Form.Text) filter.get(2)).value());
                case Form.Several(List<Form> filter) -> filters.add(filter);
                case Form.Symbol _, Form.Text _, Form.Regex _ -> throw new IllegalArgumentException("part: " + part);
            }
        }
        if (operations.isEmpty()) {
            throw new IllegalArgumentException("no operation: " + parts);
        }
        return new Rule(allow, operations, filters, message);
    }

    boolean allows(String operation, Object object) {
        boolean allowed = OUTSIDE_DEFAULT.stream().anyMatch(pattern -> covers(pattern, operation));
        for (Rule rule : rules) {
            boolean named = rule.operations().stream().anyMatch(pattern -> covers(pattern, operation));
            boolean matches =
                    rule.filters().isEmpty() || rule.filters().stream().anyMatch(f -> matches(f, object));
            if (named && matches) {
                allowed = rule.allow();
            }
        }
        return allowed;
    }

    boolean allows(String operation, String path) {
        return allows(operation, new Object.Path(path));
    }

    private static boolean covers(String pattern, String operation) {
        if (pattern.equals("default")) {
            return OUTSIDE_DEFAULT.stream().noneMatch(outside -> covers(outside, operation));
        }
        return pattern.endsWith("*")
                ? operation.startsWith(pattern.substring(0, pattern.length() - 1))
                : pattern.equals(operation);
    }

    private static boolean matches(List<Form> filter, Object object) {
        String name = symbol(filter.getFirst());
        if (name.equals("require-all")) {
            return filter.subList(1, filter.size()).stream().allMatch(each -> matches(list(each), object));
        }
        return switch (object) {
            case Object.OwnTerminal(String path) ->
                name.equals("extension") || MEANT_FOR_PATHS.contains(name) && matchesPath(name, filter.get(1), path);
            case Object.Request(String path, long number) ->
                name.equals("ioctl-command")
                        ? symbol(filter.get(1)).equals(Long.toString(number))
                        : MEANT_FOR_PATHS.contains(name) && matchesPath(name, filter.get(1), path);
            case Object.Path(String path) -> MEANT_FOR_PATHS.contains(name) && matchesPath(name, filter.get(1), path);
            case Object.Remote(String protocol, boolean thisMachine) ->
                name.equals("remote") && matchesAddress(filter, protocol, thisMachine);
            case Object.Local(String protocol, boolean thisMachine) ->
                name.equals("local") && matchesAddress(filter, protocol, thisMachine);
            case Object.Service(String service) ->
                name.equals("global-name")
                        && ((Form.Text) filter.get(1)).value().equals(service);
            case Object.Process(boolean same) ->
                name.equals("target") && symbol(filter.get(1)).equals("same-sandbox") && same;
            case Object.Family(String family) ->
                name.equals("socket-domain") && symbol(filter.get(1)).equals(family);
            case Object.Nothing() -> false;
        };
    }

    private static boolean matchesPath(String kind, Form argument, String path) {
        return switch (kind) {
            case "literal" -> ((Form.Text) argument).value().equals(path);
            case "subpath" -> {
                String root = ((Form.Text) argument).value();
                yield path.equals(root) || root.equals("/") || path.startsWith(root + "/");
            }
            case "regex" ->
                Pattern.compile(((Form.Regex) argument).source()).matcher(path).find();
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static boolean matchesAddress(List<Form> filter, String protocol, boolean thisMachine) {
        String wanted = symbol(filter.get(1));
        if (!wanted.equals("ip") && !wanted.equals(protocol)) {
            return false;
        }
        return switch (((Form.Text) filter.get(2)).value()) {
            case "*:*" -> true;
            case "localhost:*" -> thisMachine;
            default -> throw new IllegalArgumentException("address: " + filter);
        };
    }

    private static String symbol(Form form) {
        return ((Form.Symbol) form).name();
    }

    private static List<Form> list(Form form) {
        return ((Form.Several) form).forms();
    }

    /** As TinyScheme reads: a string ends at the first quote without a backslash; \n, \t, \r and \xDD stand for characters. */
    private static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        List<Form> all() {
            List<Form> forms = new ArrayList<>();
            while (skip()) {
                forms.add(one());
            }
            return forms;
        }

        private boolean skip() {
            while (at < text.length()) {
                char c = text.charAt(at);
                if (c == ';') {
                    int end = text.indexOf('\n', at);
                    at = end < 0 ? text.length() : end;
                } else if (Character.isWhitespace(c)) {
                    at++;
                } else {
                    return true;
                }
            }
            return false;
        }

        private Form one() {
            char c = text.charAt(at);
            if (c == '(') {
                at++;
                List<Form> forms = new ArrayList<>();
                while (true) {
                    if (!skip()) {
                        throw new IllegalArgumentException("open list");
                    }
                    if (text.charAt(at) == ')') {
                        at++;
                        return new Form.Several(forms);
                    }
                    forms.add(one());
                }
            }
            if (c == '"') {
                return new Form.Text(string());
            }
            if (text.startsWith("#\"", at)) {
                int end = text.indexOf('"', at + 2);
                String source = text.substring(at + 2, end);
                at = end + 1;
                return new Form.Regex(source);
            }
            if (c == ')') {
                throw new IllegalArgumentException("closed too often at " + at);
            }
            int from = at;
            while (at < text.length() && "()\"; \n\t".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return new Form.Symbol(text.substring(from, at));
        }

        private String string() {
            StringBuilder out = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) != '\\') {
                    out.append(text.charAt(at));
                    continue;
                }
                at++;
                switch (text.charAt(at)) {
                    case 'n' -> out.append('\n');
                    case 't' -> out.append('\t');
                    case 'r' -> out.append('\r');
                    case 'x' -> {
                        out.append((char) Integer.parseInt(text.substring(at + 1, at + 3), 16));
                        at += 2;
                    }
                    default -> out.append(text.charAt(at));
                }
            }
            at++;
            return out.toString();
        }
    }
}
