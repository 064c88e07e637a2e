package org.bulle.engine.policy;

import java.util.List;

/**
 * What runs.
 *
 * @param file the absolute path that is executed, as found (links not resolved: proxies and virtual environments depend on it)
 * @param arguments argv, of which the first is the name as typed
 */
public record Command(String file, List<String> arguments) {
    public Command {
        arguments = List.copyOf(arguments);
    }
}
