package dev.stoker.data.internal.tuning;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The clocks of the budgets and the tuner; tests use logical ones. */
public interface TuningClock {

    TuningClock SYSTEM = new TuningClock() {
        private final OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public long processCpuNanos() {
            return system.getProcessCpuTime();
        }
    };

    /** Elapsed time from an arbitrary origin. */
    long nanos();

    /** Processor time that this process has used on all cores. */
    long processCpuNanos();
}
