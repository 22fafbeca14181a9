package dev.stoker.distribute;

import java.util.Optional;

/** The variables by which one kind of launcher says who is who. */
interface RankVariables {
    /** An address for a world of one rank, in which nobody connects. */
    String NO_MASTER = "127.0.0.1";

    /**
     * Empty where this launcher set none of its variables.
     *
     * @throws MissingVariableException where it set some of them
     * @throws dev.stoker.core.StokerException where they contradict each other
     */
    Optional<RankSettings> read(EnvironmentVariables environment);
}
