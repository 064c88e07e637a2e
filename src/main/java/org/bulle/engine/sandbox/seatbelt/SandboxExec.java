package org.bulle.engine.sandbox.seatbelt;

import java.util.ArrayList;
import java.util.List;
import org.bulle.engine.policy.Command;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.sandbox.Availability;

/** The program that applies rules and then executes a command: how it is called, and what its answers mean. */
public final class SandboxExec {
    public static final String PROGRAM = "/usr/bin/sandbox-exec";
    /** Its exit code when it could not apply the rules, or could not execute the command (EX_OSERR of sysexits.h). */
    public static final int FAILED = 71;
    /** Its exit code when it does not understand the rules (EX_DATAERR). */
    public static final int NOT_UNDERSTOOD = 65;

    private static final String NESTED = "sandbox_apply: Operation not permitted";

    private SandboxExec() {}

    /**
     * The arguments that run a command under the rules in a file. The command's own first argument is its file: sandbox-exec takes no other.
     *
     * @param rules the path of the file
     */
    public static List<String> arguments(String rules, Command command) {
        List<String> all = new ArrayList<>(List.of(PROGRAM, "-f", rules, command.file()));
        all.addAll(command.arguments()
                .subList(
                        Math.min(1, command.arguments().size()),
                        command.arguments().size()));
        return all;
    }

    /** What a trial says about this process. */
    static Availability explain(int exitCode, String said) {
        if (exitCode == 0) {
            return new Availability.Available("Seatbelt, by sandbox-exec");
        }
        if (said.contains(NESTED)) {
            return new Availability.Unavailable(
                    "this process is itself inside a Seatbelt sandbox, and macOS refuses one inside another (sandbox_apply:"
                            + " Operation not permitted); start it outside, or switch the outer sandbox off");
        }
        return new Availability.Unavailable(
                "sandbox-exec failed with exit code " + exitCode + ": " + Printable.escape(said.strip()));
    }
}
