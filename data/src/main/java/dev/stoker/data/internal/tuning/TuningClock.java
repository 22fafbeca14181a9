package dev.stoker.data.internal.tuning;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The clocks that budgets and the tuner read; tests have logical ones. */
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
