package org.bulle.engine.check;

import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Network;

/** One thing that a profile gets by a change of profiles. */
public sealed interface Gain {

    /**
     * @param text of the entry, without markers
     * @param before what it granted; empty when the path is new
     */
    record PathGain(String text, Optional<AccessList> before, AccessList after) implements Gain {}

    /**
     * A variable is passed that was not, or set to another value.
     *
     * @param sets whether a value is set; it is never shown
     */
    record VariableGain(String name, boolean sets) implements Gain {}

    record NetworkGain(Network before, Network after) implements Gain {}

    /**
     * TCP within this machine reaches ports that it did not reach.
     *
     * @param before all of them, as text; empty for none
     * @param after all of them, as text
     */
    record PortsGain(String before, String after) implements Gain {}

    /** A Mach service can be looked up. */
    record ServiceGain(String name) implements Gain {}

    /**
     * Another command runs when none is given.
     *
     * @param before empty when there was none
     */
    record CommandGain(Optional<String> before, String after) implements Gain {}

    /** {@code add_exec} or {@code add_libs} is on that was not. */
    record SwitchGain(String key) implements Gain {}
}
