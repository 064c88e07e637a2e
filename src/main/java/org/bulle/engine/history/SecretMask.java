package org.bulle.engine.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes secrets out of arguments before they are recorded. It knows the usual spellings and no more: an option or assignment whose name says so, user
 * information in URLs, authorization headers, and tokens with a well-known prefix.
 */
public final class SecretMask {
    /** What stands in the place of a secret. */
    public static final String MASK = "***";

    /** Made when a word is not plain. */
    private static final class Spelling {
        static final String SECRET_WORD =
                "(?:token|secret|passw(?:or)?d|passwd|passphrase|pwd|api[-_]?key|access[-_]?key|private[-_]?key|auth[-_]?key|credentials?|bearer|session[-_]?id)";
        static final Pattern OPTION =
                Pattern.compile("(?i)^(--?[\\w.-]*" + SECRET_WORD + "[\\w-]*)([=:])(.+)$", Pattern.DOTALL);
        static final Pattern OPTION_ALONE = Pattern.compile("(?i)^--?[\\w.-]*" + SECRET_WORD + "$");
        static final Pattern ASSIGNMENT = Pattern.compile(
                "(?i)(\\b[\\w-]*" + SECRET_WORD + "\\w*=)(?!\\$|\\*\\*\\*)(\"[^\"]*\"|'[^']*'|[^\\s&;\"']+)");
        static final Pattern NOT_A_VALUE = Pattern.compile("(?i).*[-_](?:stdin|file|path|fd|env|cmd|command|helper)$");
        static final Pattern USER_INFO = Pattern.compile("(?i)\\b([a-z][a-z0-9+.-]*://)([^/\\s:@]*):([^/\\s@]+)@");
        static final Pattern WEB_USER = Pattern.compile("(?i)\\b(https?://)([^/\\s:@]+)@");
        static final Pattern HEADER = Pattern.compile(
                "(?i)\\b((?:proxy-)?authorization|x-[\\w-]*(?:token|key|secret)|private-token|cookie)(\\s*:\\s*)(?:(bearer|basic|token)\\s+)?\\S.*");
        static final Pattern KNOWN_TOKEN =
                Pattern.compile("(?:\\b(?:gh[pousr]_|github_pat_|glpat-|sk-|xox[abprs]-|npm_|pypi-|hf_|AIza|AKIA|ASIA)"
                        + "[A-Za-z0-9_-]{12,}|\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*)");
        static final Pattern KEY_BLOCK = Pattern.compile("-----BEGIN [A-Z ]*PRIVATE KEY-----.*", Pattern.DOTALL);
    }

    private static final Set<String> ENVIRONMENT_FLAGS = Set.of("--env", "-e", "--setenv");
    private static final Set<String> USER_PASSWORD_FLAGS = Set.of("-u", "--user", "--proxy-user", "-U");
    private static final Set<String> USER_PASSWORD_TOOLS = Set.of("curl", "http", "https", "xh");
    private static final Set<String> GLUED_PASSWORD_TOOLS =
            Set.of("mysql", "mysqldump", "mysqladmin", "mariadb", "mariadb-dump", "sshpass");

    private SecretMask() {}

    /** The command line of a program: argv with the program first. */
    public static List<String> command(List<String> argv) {
        List<String> masked = new ArrayList<>(argv.size());
        String tool = argv.isEmpty() ? "" : baseName(argv.getFirst());
        String previous = "";
        for (int i = 0; i < argv.size(); i++) {
            String argument = argv.get(i);
            masked.add(i == 0 ? text(argument) : one(tool, previous, argument));
            previous = argument;
        }
        return List.copyOf(masked);
    }

    /** Our own flags: what {@code --env NAME=VALUE} and {@code --var} carry is a value of the environment and is never recorded. */
    public static List<String> flags(List<String> flags) {
        List<String> masked = new ArrayList<>(flags.size());
        String previous = "";
        for (String flag : flags) {
            if (previous.equals("--env") || flag.startsWith("--env=")) {
                masked.add(withoutValue(flag));
            } else {
                masked.add(one("bulle", previous, flag));
            }
            previous = flag;
        }
        return List.copyOf(masked);
    }

    /** True when something was taken out, so that the command cannot be run again as recorded. */
    public static boolean isMasked(List<String> arguments) {
        return arguments.stream().anyMatch(argument -> argument.contains(MASK));
    }

    private static String withoutValue(String flag) {
        int from = flag.startsWith("--env=") ? "--env=".length() : 0;
        int equals = flag.indexOf('=', from);
        return equals < 0 ? flag : flag.substring(0, equals + 1) + MASK;
    }

    private static String one(String tool, String previous, String argument) {
        if (isSecretOption(previous) && !argument.startsWith("-")) {
            return MASK;
        }
        if (ENVIRONMENT_FLAGS.contains(previous) && argument.indexOf('=') > 0) {
            return argument.substring(0, argument.indexOf('=') + 1) + MASK;
        }
        if (USER_PASSWORD_TOOLS.contains(tool)
                && USER_PASSWORD_FLAGS.contains(previous)
                && argument.indexOf(':') >= 0) {
            return argument.substring(0, argument.indexOf(':') + 1) + MASK;
        }
        if (GLUED_PASSWORD_TOOLS.contains(tool)) {
            if (argument.startsWith("-p") && argument.length() > 2) {
                return "-p" + MASK;
            }
            if (tool.equals("sshpass") && previous.equals("-p")) {
                return MASK;
            }
        }
        if (isPlain(argument)) {
            return argument;
        }
        Matcher option = Spelling.OPTION.matcher(argument);
        if (option.matches() && !Spelling.NOT_A_VALUE.matcher(option.group(1)).matches()) {
            return option.group(1) + option.group(2) + MASK;
        }
        return text(argument);
    }

    private static boolean isSecretOption(String argument) {
        return argument.startsWith("-")
                && Spelling.OPTION_ALONE.matcher(argument).matches()
                && !Spelling.NOT_A_VALUE.matcher(argument).matches();
    }

    private static String text(String argument) {
        if (isPlain(argument)) {
            return argument;
        }
        String masked = Spelling.KEY_BLOCK.matcher(argument).replaceAll(MASK);
        masked = Spelling.USER_INFO.matcher(masked).replaceAll("$1$2:" + MASK + "@");
        masked = Spelling.WEB_USER.matcher(masked).replaceAll("$1" + MASK + "@");
        masked = Spelling.HEADER.matcher(masked).replaceAll("$1$2" + MASK);
        masked = Spelling.ASSIGNMENT
                .matcher(masked)
                .replaceAll(found ->
                        Spelling.NOT_A_VALUE.matcher(name(found.group(1))).matches()
                                ? Matcher.quoteReplacement(found.group())
                                : found.group(1) + MASK);
        return Spelling.KNOWN_TOKEN.matcher(masked).replaceAll(MASK);
    }

    /** Nothing that any of the patterns could match: they are slow when they are first used, and most arguments are words. */
    private static boolean isPlain(String argument) {
        for (int i = 0; i < argument.length(); i++) {
            char c = argument.charAt(i);
            boolean plain = c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '/' || c == '.';
            if (!plain) {
                return false;
            }
        }
        return true;
    }

    private static String name(String assignment) {
        return assignment.substring(0, assignment.length() - 1).toLowerCase(Locale.ROOT);
    }

    private static String baseName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
