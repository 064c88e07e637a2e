package org.bulle.engine.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.Printable;

/** A file of assignments for {@code --env-file}: blank lines, {@code #} comments, a leading {@code export}, one pair of quotes; nothing is expanded. */
final class EnvFile {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

    private EnvFile() {}

    /** One assignment; the value is never printed. */
    record Assignment(String name, String value, int line) {
        @Override
        public String toString() {
            return "Assignment[" + name + "]";
        }
    }

    /** The assignments in file order; every line that is none is a problem. The text of a bad line is not repeated: it may be a secret. */
    static List<Assignment> parse(byte[] content, String file, ProblemLog problems) {
        String text = OsString.decode(content);
        List<Assignment> out = new ArrayList<>();
        int number = 0;
        for (String raw : (text.startsWith("\ufeff") ? text.substring(1) : text).split("\n", -1)) {
            number++;
            String line = raw.strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith("export ") || line.startsWith("export\t")) {
                line = line.substring("export ".length()).strip();
            }
            int equals = line.indexOf('=');
            if (equals < 0 || !NAME.matcher(line.substring(0, equals)).matches() || line.indexOf('\0') >= 0) {
                String what = equals < 0
                        ? "there is no \"=\" in this line"
                        : "this line does not begin with a variable name and \"=\"";
                problems.text(new ProblemLog.At(Printable.escape(file), number, 1, "--env-file"), what);
                continue;
            }
            out.add(new Assignment(
                    line.substring(0, equals),
                    unquoted(line.substring(equals + 1).strip()),
                    number));
        }
        return out;
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2
                && (value.startsWith("\"") && value.endsWith("\"") || value.startsWith("'") && value.endsWith("'"));
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
