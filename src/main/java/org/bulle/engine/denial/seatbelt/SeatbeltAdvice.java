package org.bulle.engine.denial.seatbelt;

import java.util.List;
import java.util.Optional;
import org.bulle.engine.denial.Access;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.denial.Suggestion;
import org.bulle.engine.denial.suggest.RefusalPhrase;

/** What is suggested for the denials that only macOS has. */
public final class SeatbeltAdvice {
    /** The operation that a sandbox inside a sandbox is refused by. */
    static final String INNER_SANDBOX = "forbidden-sandbox-reinit";

    private SeatbeltAdvice() {}

    /** The same denial, with the suggestion replaced where it is about a service. */
    public static Denial on(Denial denial) {
        if (denial.access() != Access.SERVICE) {
            return denial;
        }
        String name = denial.path().orElse("");
        return denial.with(
                name.equals(INNER_SANDBOX)
                        ? Suggestion.refused(RefusalPhrase.NO_INNER_MAC_SANDBOX.with())
                        : new Suggestion("mach_lookup", name, "", List.of(name), Optional.empty()));
    }
}
