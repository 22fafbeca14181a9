package dev.stoker.telemetry.log;

import java.time.Instant;
import java.util.Map;

/** TensorFlow's Event message, as far as TensorBoard's scalars go; field numbers are those of event.proto. */
final class EventProto {
    private static final int WALL_TIME = 1;
    private static final int STEP = 2;
    private static final int FILE_VERSION = 3;
    private static final int SUMMARY = 5;
    private static final int SESSION_LOG = 7;

    private static final int SUMMARY_VALUE = 1;
    private static final int VALUE_TAG = 1;
    private static final int VALUE_SIMPLE = 2;

    private static final int SESSION_STATUS = 1;
    private static final int STATUS_START = 1;

    private EventProto() {}

    /** What the first record of a file must be; from version 2 on TensorBoard heeds session starts. */
    static byte[] version(Instant when) {
        return at(when).text(FILE_VERSION, "brain.Event:2").toBytes();
    }

    static byte[] sessionStart(Instant when, long step) {
        var status = new ProtoWriter().varint(SESSION_STATUS, STATUS_START);
        return at(when).varint(STEP, step).message(SESSION_LOG, status).toBytes();
    }

    static byte[] scalars(Instant when, long step, Map<String, Double> values) {
        var summary = new ProtoWriter();
        values.forEach((tag, value) -> summary.message(SUMMARY_VALUE, scalar(tag, value)));
        return at(when).varint(STEP, step).message(SUMMARY, summary).toBytes();
    }

    private static ProtoWriter scalar(String tag, double value) {
        return new ProtoWriter().text(VALUE_TAG, tag).fixed32(VALUE_SIMPLE, (float) value);
    }

    private static ProtoWriter at(Instant when) {
        return new ProtoWriter().fixed64(WALL_TIME, when.toEpochMilli() / 1e3);
    }
}
