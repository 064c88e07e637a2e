package org.bulle.engine.sandbox.seccomp;

import java.util.ArrayList;
import java.util.List;
import org.bulle.engine.jna.linux.Syscall;

/**
 * What becomes of one system call: the first clause whose tests all hold decides, else {@code otherwise}.
 *
 * @param reason why, in a few words
 */
public record CallRule(Syscall call, List<Clause> clauses, Verdict otherwise, String reason) {
    public CallRule {
        clauses = List.copyOf(clauses);
    }

    /** All tests hold: then the verdict. */
    public record Clause(List<ArgumentTest> tests, Verdict verdict) {
        public Clause {
            tests = List.copyOf(tests);
        }

        boolean matches(Notification call) {
            return tests.stream().allMatch(test -> test.matches(call.argument(test.index())));
        }
    }

    public static CallRule refuse(Syscall call, int errno, String reason) {
        return new CallRule(call, List.of(), new Verdict.Refuse(errno), reason);
    }

    /** Starts a rule that ends with {@link Builder#otherwise}. */
    public static Builder of(Syscall call) {
        return new Builder(call);
    }

    public Verdict decide(Notification notified) {
        return clauses.stream()
                .filter(clause -> clause.matches(notified))
                .findFirst()
                .map(Clause::verdict)
                .orElse(otherwise);
    }

    /** Clauses in the order in which they are tried. */
    public static final class Builder {
        private final Syscall call;
        private final List<Clause> clauses = new ArrayList<>();

        private Builder(Syscall call) {
            this.call = call;
        }

        public Builder when(Verdict verdict, ArgumentTest... tests) {
            clauses.add(new Clause(List.of(tests), verdict));
            return this;
        }

        public CallRule otherwise(Verdict verdict, String reason) {
            return new CallRule(call, clauses, verdict, reason);
        }
    }
}
