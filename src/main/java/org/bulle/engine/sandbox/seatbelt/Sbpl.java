package org.bulle.engine.sandbox.seatbelt;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.sandbox.SandboxException;

/**
 * Writes rules of Seatbelt's profile language. It is read by a small Scheme (TinyScheme): in a string a backslash and a quote are written with a
 * backslash before them; there is no {@code \}u, so other characters stand as they are, in UTF-8.
 */
final class Sbpl {
    private static final int COLUMNS = 140;
    private static final Pattern SERVICE = Pattern.compile("[A-Za-z0-9._-]+");
    /** What has no meaning in a regular expression or a string, plus what {@link #regexText} knows how to escape. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9/ ._@%=,:~+-]+");

    private final StringBuilder text = new StringBuilder("(version 1)\n");

    /** A remark of ours; never anything that somebody else wrote. */
    Sbpl remark(String remark) {
        text.append("\n;; ").append(remark).append('\n');
        return this;
    }

    /** A form without anything of the policy's in it. */
    Sbpl form(String form) {
        text.append(form).append('\n');
        return this;
    }

    /** {@code (allow OPERATIONS FILTERS)}: any of the filters is enough. Without filters nothing is written: it would allow everything. */
    Sbpl allow(String operations, Collection<String> filters) {
        if (!filters.isEmpty()) {
            text.append(rule("(allow " + operations, filters)).append(")\n");
        }
        return this;
    }

    /** The same for an operation that older systems do not know, where its name would make the whole text an error. */
    Sbpl allowWhereKnown(String operation, Collection<String> filters) {
        if (!filters.isEmpty()) {
            text.append("(if (defined? '").append(operation).append(")\n  ");
            text.append(rule("(allow " + operation, filters)).append("))\n");
        }
        return this;
    }

    private static String rule(String head, Collection<String> filters) {
        String line = head + " " + String.join(" ", filters);
        return line.length() < COLUMNS ? line : head + "\n    " + String.join("\n    ", filters);
    }

    String text() {
        return text.toString();
    }

    static String literal(String path) throws SandboxException {
        return "(literal " + quoted(path) + ")";
    }

    static String subpath(String path) throws SandboxException {
        return "(subpath " + quoted(path) + ")";
    }

    /**
     * @throws SandboxException when the name is not one that launchd would register
     */
    static String service(String name) throws SandboxException {
        if (!SERVICE.matcher(name).matches()) {
            throw refused("the Mach service " + Printable.quoted(name)
                    + " cannot be written as a rule: a name has letters, digits, dots, - and _ only");
        }
        return "(global-name \"" + name + "\")";
    }

    /**
     * A path as a string.
     *
     * @throws SandboxException for control characters, and bytes that are not UTF-8, which the volumes of macOS do not keep either
     */
    static String quoted(String path) throws SandboxException {
        if (path.codePoints().anyMatch(Character::isISOControl)) {
            throw refused("the path " + Printable.quoted(path)
                    + " has a control character, which cannot be written as a rule; rename it");
        }
        if (!OsString.isText(path)) {
            throw refused("the path " + Printable.quoted(path) + " is not UTF-8, which cannot be written as a rule");
        }
        return "\"" + path.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** Whether {@link #regexText} can write it. */
    static boolean fitsRegex(String path) {
        return PLAIN.matcher(path).matches();
    }

    /** Inside {@code #"..."}, where a backslash belongs to the expression and a quote would end it. */
    static String regexText(String path) {
        if (!fitsRegex(path)) {
            throw new IllegalArgumentException(path);
        }
        return path.replace(".", "\\.").replace("+", "\\+");
    }

    static SandboxException refused(String why) {
        return new SandboxException(SandboxException.Kind.NOT_INSTALLED, why);
    }

    static String join(List<String> operations) {
        return String.join(" ", operations);
    }
}
