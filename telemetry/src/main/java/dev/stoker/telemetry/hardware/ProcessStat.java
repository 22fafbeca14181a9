package dev.stoker.telemetry.hardware;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A process in /proc/PID/stat.
 *
 * @param start when it started; together with the number it identifies a process, since numbers are used again
 * @param cpuSeconds of itself and of all descendants that ended and were waited for
 */
record ProcessStat(long number, long parent, long start, double cpuSeconds) {
    /** Counted after the name, which is in parentheses and may hold anything. */
    private static final int PARENT = 1;

    private static final int USER_TICKS = 11;
    private static final int TICK_FIELDS = 4;
    private static final int START = 19;

    /** Empty where the process is gone. */
    static Optional<ProcessStat> read(String folder, long number) {
        try (var file = new FileInputStream(folder + "/" + number + "/stat")) {
            return parse(number, new String(file.readAllBytes(), StandardCharsets.ISO_8859_1));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    static Optional<ProcessStat> parse(long number, String text) {
        String[] fields = text.substring(text.lastIndexOf(')') + 1).strip().split(" ", START + 2);
        if (fields.length <= START) {
            return Optional.empty();
        }
        long ticks = 0;
        for (int i = USER_TICKS; i < USER_TICKS + TICK_FIELDS; i++) {
            ticks += Long.parseLong(fields[i]);
        }
        return Optional.of(new ProcessStat(
                number,
                Long.parseLong(fields[PARENT]),
                Long.parseLong(fields[START]),
                ticks / MachineUsage.TICKS_PER_SECOND));
    }
}
