package dev.stoker.distribute;

import dev.stoker.core.PrintableText;
import dev.stoker.core.StokerException;
import java.util.Optional;

/** Tasks of a Slurm step, as srun starts them. */
final class SlurmVariables implements RankVariables {
    private static final String STEP = "SLURM_STEP_ID";

    /** Steps with greater numbers are shells and batch scripts, in which SLURM_NTASKS is that of the whole job. */
    private static final long LAST_STEP = 0xffff_ffefL;

    /** Below the ports that Linux gives to outgoing connections, from 32,768. */
    private static final int FIRST_PORT = 20_000;

    private static final int PORTS = 10_000;
    private static final int STEPS_PER_JOB = 31;

    @Override
    public Optional<RankSettings> read(EnvironmentVariables environment) {
        if (environment.text(STEP).isEmpty() || number(environment, STEP) > LAST_STEP) {
            return Optional.empty();
        }
        int tasks = environment.text("SLURM_NTASKS").isPresent() ? environment.world("SLURM_NTASKS", STEP) : 1;
        return tasks == 1 ? Optional.empty() : Optional.of(settings(environment, tasks));
    }

    private static RankSettings settings(EnvironmentVariables environment, int tasks) {
        int rank = environment.rank("SLURM_PROCID", "SLURM_NTASKS", tasks);
        int localRank = environment.localRank("SLURM_LOCALID");
        return new RankSettings(
                rank, tasks, localRank, master(environment), port(environment), RankSettings.DEFAULT_TIMEOUT);
    }

    /** Task 0 is on the first host of the step, which may have fewer hosts than the job. */
    private static String master(EnvironmentVariables environment) {
        return environment.text("MASTER_ADDR").orElseGet(() -> {
            String name = environment
                    .firstSet("SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST", "SLURM_NODELIST")
                    .orElse("SLURM_JOB_NODELIST");
            String list = environment.required(name, "SLURM_NTASKS", "set MASTER_ADDR to the host of task 0");
            return new SlurmNodeList(name, list).firstHost();
        });
    }

    /** Jobs and steps that share a host get different ports, most of the time. */
    private static int port(EnvironmentVariables environment) {
        var port = environment.text("MASTER_PORT");
        if (port.isPresent()) {
            return environment.port("MASTER_PORT", port.get());
        }
        environment.required("SLURM_JOB_ID", "SLURM_NTASKS", "set MASTER_PORT to a free port of the host of task 0");
        long step = STEPS_PER_JOB * number(environment, "SLURM_JOB_ID") + number(environment, STEP);
        return FIRST_PORT + Math.floorMod(step, PORTS);
    }

    private static long number(EnvironmentVariables environment, String name) {
        String value = environment.text(name).orElseThrow();
        try {
            return Integer.toUnsignedLong(Integer.parseUnsignedInt(value));
        } catch (NumberFormatException _) {
            throw new StokerException("the environment variable %s is '%s'; Slurm sets it to a whole number"
                    .formatted(name, PrintableText.of(value)));
        }
    }
}
