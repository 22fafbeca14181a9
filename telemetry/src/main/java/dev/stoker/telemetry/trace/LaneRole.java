package dev.stoker.telemetry.trace;

import java.util.Comparator;
import java.util.regex.Pattern;

/** The role of a lane, by its name, in the order of the data flow. */
enum LaneRole {
    READER("(reader|prefetch)\\b.*"),
    WORKER("worker\\b.*"),
    PACKER("packer\\b.*"),
    STEPS("steps\\b.*"),
    HOST("host\\b.*"),
    OTHER(".*"),
    COPY("copy\\b.*"),
    DEVICE("(cuda|cpu|device|gpu)\\b(?!.* stream \\d).*"),
    KERNELS("(cuda|gpu)\\b.* stream \\d+");

    private static final Pattern NUMBER = Pattern.compile(".*?(\\d{1,9})\\D*");

    static final Comparator<RecordedTrace.Lane> ORDER = Comparator.<RecordedTrace.Lane, LaneRole>comparing(
                    lane -> of(lane.name()))
            .thenComparingInt(lane -> number(lane.name()))
            .thenComparing(RecordedTrace.Lane::name);

    private final Pattern names;

    LaneRole(String names) {
        this.names = Pattern.compile(names, Pattern.DOTALL);
    }

    static LaneRole of(String lane) {
        for (var role : values()) {
            if (role != OTHER && role.names.matcher(lane).matches()) {
                return role;
            }
        }
        return OTHER;
    }

    /** Worker 10 comes after worker 9. */
    static int number(String lane) {
        var matcher = NUMBER.matcher(lane);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    }
}
