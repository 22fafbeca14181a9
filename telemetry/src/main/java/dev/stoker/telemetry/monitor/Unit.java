package dev.stoker.telemetry.monitor;

import dev.stoker.core.Bytes;
import java.util.Locale;

/** The unit of a quantity, and how a value of it is shown. */
public enum Unit {
    SHARE {
        @Override
        public String text(double value) {
            return format("%.0f %%", 100 * value);
        }
    },
    BYTES {
        @Override
        public String text(double value) {
            return new Bytes(Math.round(Math.max(0, value))).toString();
        }
    },
    BYTES_PER_SECOND {
        @Override
        public String text(double value) {
            return BYTES.text(value) + "/s";
        }
    },
    CELSIUS {
        @Override
        public String text(double value) {
            return format("%.0f °C", value);
        }
    },
    WATTS {
        @Override
        public String text(double value) {
            return format("%.0f W", value);
        }
    },
    JOULES {
        @Override
        public String text(double value) {
            return value < 1e5 ? format("%.0f J", value) : format("%.1f kJ", 1e-3 * value);
        }
    },
    MEGAHERTZ {
        @Override
        public String text(double value) {
            return format("%.0f MHz", value);
        }
    },
    CORES {
        @Override
        public String text(double value) {
            return format("%.2f", value);
        }
    },
    COUNT {
        @Override
        public String text(double value) {
            return format("%.0f", value);
        }
    };

    /** A value with its unit. */
    public abstract String text(double value);

    private static String format(String pattern, double value) {
        return String.format(Locale.ROOT, pattern, value);
    }
}
