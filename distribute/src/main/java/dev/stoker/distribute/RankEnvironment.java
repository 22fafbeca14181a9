package dev.stoker.distribute;

import java.util.List;
import java.util.Optional;

/** Asks the variables of all launchers that are known, in this order; the first complete set counts. */
final class RankEnvironment {
    private static final List<RankVariables> LAUNCHERS = List.of(
            new TorchrunVariables(),
            new KubeflowTrainerVariables(),
            new SlurmVariables(),
            new OpenMpiVariables(),
            new TensorFlowVariable());

    private RankEnvironment() {}

    static Optional<RankSettings> read(EnvironmentVariables environment) {
        Optional<MissingVariableException> incomplete = Optional.empty();
        for (RankVariables launcher : LAUNCHERS) {
            try {
                var settings = launcher.read(environment);
                if (settings.isPresent()) {
                    return settings;
                }
            } catch (MissingVariableException missing) {
                incomplete = incomplete.or(() -> Optional.of(missing));
            }
        }
        if (incomplete.isPresent()) {
            throw incomplete.get();
        }
        return Optional.empty();
    }
}
