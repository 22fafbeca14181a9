package dev.stoker.distribute.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The command of a restart. A training continues its run: the plan is in the run's folder, so keys, plan and dataset are not
 * repeated, and neither is {@code --restart}, which would begin again. What is said about output stays, and so does what was
 * allowed. Any other command is repeated as it was.
 */
public final class ResumedCommand {
    private static final String TRAIN = "train";
    private static final Set<String> KEPT =
            Set.of("--json", "--quiet", "--debug", "--confusion", "--offline", "--accept-changes");

    private ResumedCommand() {}

    /** The arguments that resume a run, given by its folder. */
    public static List<String> of(List<String> arguments, String run) {
        if (!isTraining(arguments)) {
            return arguments;
        }
        var resumed = new ArrayList<>(List.of(TRAIN, "--resume", run));
        arguments.stream().filter(KEPT::contains).distinct().forEach(resumed::add);
        return resumed;
    }

    static boolean isTraining(List<String> arguments) {
        return !arguments.isEmpty() && arguments.getFirst().equals(TRAIN);
    }
}
