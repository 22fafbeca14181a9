package dev.stoker.telemetry.log;

import static dev.stoker.core.io.ProtobufWriter.DELIMITED;
import static dev.stoker.core.io.ProtobufWriter.FIXED64;
import static dev.stoker.core.io.ProtobufWriter.VARINT;
import static dev.stoker.core.io.ProtobufWriter.tag;

import dev.stoker.core.io.ProtobufWriter;
import java.lang.foreign.MemorySegment;

/** Values of TensorFlow's Summary message other than scalars; field numbers are those of summary.proto and tensor.proto. */
final class SummaryProto {
    private static final int TAG = tag(1, DELIMITED);
    private static final int IMAGE = tag(4, DELIMITED);
    private static final int HISTOGRAM = tag(5, DELIMITED);
    private static final int TENSOR = tag(8, DELIMITED);
    private static final int METADATA = tag(9, DELIMITED);

    private static final int HEIGHT = tag(1, VARINT);
    private static final int WIDTH = tag(2, VARINT);
    private static final int COLOR_SPACE = tag(3, VARINT);
    private static final int ENCODED = tag(4, DELIMITED);
    private static final int RGB = 3;

    private static final int MINIMUM = tag(1, FIXED64);
    private static final int MAXIMUM = tag(2, FIXED64);
    private static final int NUMBER = tag(3, FIXED64);
    private static final int SUM = tag(4, FIXED64);
    private static final int SUM_OF_SQUARES = tag(5, FIXED64);
    private static final int LIMITS = tag(6, DELIMITED);
    private static final int COUNTS = tag(7, DELIMITED);

    private static final int TYPE = tag(1, VARINT);
    private static final int STRINGS = tag(8, DELIMITED);
    private static final int STRING_TYPE = 7;
    private static final int PLUGIN = tag(1, DELIMITED);
    private static final int PLUGIN_NAME = tag(1, DELIMITED);

    private SummaryProto() {}

    static ProtobufWriter histogram(String tag, Histogram histogram) {
        var content = new ProtobufWriter();
        number(content, MINIMUM, histogram.minimum());
        number(content, MAXIMUM, histogram.maximum());
        number(content, NUMBER, (double) histogram.count());
        number(content, SUM, histogram.sum());
        number(content, SUM_OF_SQUARES, histogram.sumOfSquares());
        numbers(content, LIMITS, histogram.limits());
        numbers(content, COUNTS, histogram.counts());
        return value(tag, HISTOGRAM, content);
    }

    static ProtobufWriter image(String tag, int width, int height, byte[] encoded) {
        var content = new ProtobufWriter();
        whole(content, HEIGHT, height);
        whole(content, WIDTH, width);
        whole(content, COLOR_SPACE, RGB);
        content.delimited(ENCODED, encoded.length);
        content.raw(MemorySegment.ofArray(encoded));
        return value(tag, IMAGE, content);
    }

    /** A tensor of one string, which the plug-in of that name shows. */
    static ProtobufWriter text(String tag, String markdown) {
        var tensor = new ProtobufWriter();
        whole(tensor, TYPE, STRING_TYPE);
        tensor.text(STRINGS, markdown);
        var value = value(tag, TENSOR, tensor);
        var plugin = new ProtobufWriter();
        plugin.text(PLUGIN_NAME, "text");
        var metadata = new ProtobufWriter();
        metadata.message(PLUGIN, plugin);
        value.message(METADATA, metadata);
        return value;
    }

    private static ProtobufWriter value(String tag, int field, ProtobufWriter content) {
        var value = new ProtobufWriter();
        value.text(TAG, tag);
        value.message(field, content);
        return value;
    }

    private static void whole(ProtobufWriter message, int field, long value) {
        message.varint(field);
        message.varint(value);
    }

    private static void number(ProtobufWriter message, int field, double value) {
        message.varint(field);
        message.fixed64(value);
    }

    private static void numbers(ProtobufWriter message, int field, double[] values) {
        message.delimited(field, (long) values.length * Double.BYTES);
        for (double value : values) {
            message.fixed64(value);
        }
    }
}
