package org.bulle.engine.resolve;

/**
 * What every part of one resolution stands on.
 *
 * @param workspace real path
 * @param programs the caller's PATH
 */
record Ground(
        Machine machine,
        MachineFiles files,
        ProtectedPlaces protectedPlaces,
        SystemRoots systemRoots,
        SafeValues safeValues,
        Variables variables,
        ExecutableSearch programs,
        String workspace,
        PrivateDirectories directories,
        ProblemLog problems) {

    Ground with(PrivateDirectories chosen) {
        return new Ground(
                machine,
                files,
                protectedPlaces,
                systemRoots,
                safeValues,
                variables,
                programs,
                workspace,
                chosen,
                problems);
    }
}
