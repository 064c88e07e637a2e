package org.bulle.desktop;

import java.util.List;

/** Commands that sleep, found again in the process table by how long: no other test says the same, nor this one run beside by another account. */
final class Sleepers {
    private final String beginning = "42" + ProcessHandle.current().pid() + "9";

    /**
     * A command that outlives every test.
     *
     * @param which a digit
     */
    String sleep(int which) {
        return "sleep " + beginning + which;
    }

    List<ProcessHandle> alive() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .filter(words -> words.length == 1 && words[0].matches(beginning + "\\d"))
                        .isPresent())
                .toList();
    }
}
