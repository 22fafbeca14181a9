package dev.stoker.telemetry.log;

import static dev.stoker.core.io.ProtobufWriter.DELIMITED;
import static dev.stoker.core.io.ProtobufWriter.FIXED32;
import static dev.stoker.core.io.ProtobufWriter.FIXED64;
import static dev.stoker.core.io.ProtobufWriter.VARINT;
import static dev.stoker.core.io.ProtobufWriter.tag;

import dev.stoker.core.io.ProtobufWriter;
import java.time.Instant;
import java.util.Map;

/** TensorFlow's Event message, as far as TensorBoard shows it; field numbers are those of event.proto. */
final class EventProto {
    private static final int WALL_TIME = tag(1, FIXED64);
    private static final int STEP = tag(2, VARINT);
    private static final int FILE_VERSION = tag(3, DELIMITED);
    private static final int SUMMARY = tag(5, DELIMITED);
    private static final int SESSION_LOG = tag(7, DELIMITED);

    private static final int SUMMARY_VALUE = tag(1, DELIMITED);
    private static final int VALUE_TAG = tag(1, DELIMITED);
    private static final int VALUE_SIMPLE = tag(2, FIXED32);

    private static final int SESSION_STATUS = tag(1, VARINT);
    private static final int STATUS_START = 1;

    private EventProto() {}

    /** The first record of a file; from version 2 on TensorBoard respects session starts. */
    static byte[] version(Instant when) {
        var event = event(when);
        event.text(FILE_VERSION, "brain.Event:2");
        return event.toBytes();
    }

    static byte[] sessionStart(Instant when, long step) {
        var status = new ProtobufWriter();
        status.varint(SESSION_STATUS);
        status.varint(STATUS_START);
        var event = event(when, step);
        event.message(SESSION_LOG, status);
        return event.toBytes();
    }

    static byte[] scalars(Instant when, long step, Map<String, Double> values) {
        var summary = new ProtobufWriter();
        values.forEach((tag, value) -> summary.message(SUMMARY_VALUE, scalar(tag, value)));
        return event(when, step, summary);
    }

    /** One value of a summary; see {@link SummaryProto}. */
    static byte[] value(Instant when, long step, ProtobufWriter value) {
        var summary = new ProtobufWriter();
        summary.message(SUMMARY_VALUE, value);
        return event(when, step, summary);
    }

    private static byte[] event(Instant when, long step, ProtobufWriter summary) {
        var event = event(when, step);
        event.message(SUMMARY, summary);
        return event.toBytes();
    }

    private static ProtobufWriter scalar(String tag, double value) {
        var scalar = new ProtobufWriter();
        scalar.text(VALUE_TAG, tag);
        scalar.varint(VALUE_SIMPLE);
        scalar.fixed32((float) value);
        return scalar;
    }

    private static ProtobufWriter event(Instant when, long step) {
        var event = event(when);
        event.varint(STEP);
        event.varint(step);
        return event;
    }

    private static ProtobufWriter event(Instant when) {
        var event = new ProtobufWriter();
        event.varint(WALL_TIME);
        event.fixed64(when.toEpochMilli() / 1e3);
        return event;
    }
}
