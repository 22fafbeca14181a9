package dev.stoker.onnx.file;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.ProtobufWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Writes graphs as ONNX files: protocol buffers, whose field numbers are those of onnx.proto. */
public final class OnnxFile {
    /** HardSwish, and quantization by channel, are in it; ONNX Runtime 1.12 and newer read it. */
    static final int OPSET = 17;

    private static final int IR_VERSION = 8;
    private static final long LARGEST = Integer.MAX_VALUE;
    private static final long BUFFER = 1 << 16;

    private OnnxFile() {}

    /** Writes the file, which appears whole. {@code metadata} is for those who read it. */
    public static void write(Path file, OnnxGraph graph, Map<String, String> metadata) {
        var model = model(graph, metadata);
        if (model.size > LARGEST) {
            throw new StokerException(
                    "%s would have %,d bytes, and an ONNX file has at most %,d".formatted(file, model.size, LARGEST));
        }
        AtomicFile.write(file, channel -> model.writeTo(channel));
    }

    private static Message model(OnnxGraph graph, Map<String, String> metadata) {
        var model = new Message();
        model.whole(1, IR_VERSION);
        model.text(2, "stoker");
        model.message(7, graph(graph));
        var opset = new Message();
        opset.whole(2, OPSET);
        model.message(8, opset);
        metadata.forEach((key, value) -> {
            var entry = new Message();
            entry.text(1, key);
            entry.text(2, value);
            model.message(14, entry);
        });
        return model;
    }

    private static Message graph(OnnxGraph graph) {
        var message = new Message();
        graph.nodes().forEach(node -> message.message(1, node(node)));
        message.text(2, graph.name());
        graph.constants().values().stream()
                .sorted((first, second) -> first.name().compareTo(second.name())) // the same bytes every time
                .forEach(constant -> message.message(5, tensor(constant)));
        message.message(11, value(graph.input()));
        graph.outputs().forEach(output -> message.message(12, value(output)));
        return message;
    }

    private static Message node(OnnxNode node) {
        var message = new Message();
        node.inputs().forEach(input -> message.text(1, input));
        node.outputs().forEach(output -> message.text(2, output));
        message.text(3, node.name());
        message.text(4, node.operation());
        node.attributes().forEach(attribute -> message.message(5, attribute(attribute)));
        return message;
    }

    private static Message attribute(OnnxAttribute attribute) {
        var message = new Message();
        message.text(1, attribute.name());
        switch (attribute) {
            case OnnxAttribute.Real real -> {
                message.number(2, (float) real.value());
                message.whole(20, 1);
            }
            case OnnxAttribute.Integral integral -> {
                message.whole(3, integral.value());
                message.whole(20, 2);
            }
            case OnnxAttribute.Integrals integrals -> {
                integrals.values().forEach(value -> message.whole(8, value));
                message.whole(20, 7);
            }
        }
        return message;
    }

    private static Message tensor(OnnxTensor tensor) {
        var message = new Message();
        tensor.sizes().forEach(size -> message.whole(1, size));
        message.whole(2, tensor.type().number());
        message.text(8, tensor.name());
        message.bytes(9, tensor.data());
        return message;
    }

    private static Message value(OnnxValue value) {
        var shape = new Message();
        var batch = new Message();
        batch.text(2, "batch");
        shape.message(1, batch);
        value.sizes().forEach(size -> {
            var dimension = new Message();
            dimension.whole(1, size);
            shape.message(1, dimension);
        });
        var tensor = new Message();
        tensor.whole(1, value.type().number());
        if (!value.sizes().isEmpty()) {
            tensor.message(2, shape);
        }
        var type = new Message();
        type.message(1, tensor);
        var message = new Message();
        message.text(1, value.name());
        message.message(2, type);
        return message;
    }

    /** A message as a list of pieces, so that weights are written from where they are. */
    private static final class Message {
        private final List<MemorySegment> pieces = new ArrayList<>();
        private long size;

        void whole(int field, long value) {
            add(writer -> {
                writer.varint(ProtobufWriter.tag(field, ProtobufWriter.VARINT));
                writer.varint(value);
            });
        }

        void number(int field, float value) {
            add(writer -> {
                writer.varint(ProtobufWriter.tag(field, ProtobufWriter.FIXED32));
                writer.fixed32(value);
            });
        }

        void text(int field, String value) {
            add(writer -> writer.text(ProtobufWriter.tag(field, ProtobufWriter.DELIMITED), value));
        }

        void bytes(int field, MemorySegment content) {
            header(field, content.byteSize());
            piece(content);
        }

        void message(int field, Message nested) {
            header(field, nested.size);
            nested.pieces.forEach(this::piece);
        }

        private void header(int field, long length) {
            add(writer -> writer.delimited(ProtobufWriter.tag(field, ProtobufWriter.DELIMITED), length));
        }

        private void add(Consumer<ProtobufWriter> content) {
            var writer = new ProtobufWriter();
            content.accept(writer);
            piece(MemorySegment.ofArray(writer.toBytes()));
        }

        private void piece(MemorySegment content) {
            pieces.add(content);
            size += content.byteSize();
        }

        void writeTo(FileChannel channel) throws IOException {
            var buffer = ByteBuffer.allocateDirect(Math.toIntExact(BUFFER));
            var target = MemorySegment.ofBuffer(buffer);
            long filled = 0;
            for (var piece : pieces) {
                for (long from = 0; from < piece.byteSize(); ) {
                    long count = Math.min(piece.byteSize() - from, BUFFER - filled);
                    MemorySegment.copy(piece, from, target, filled, count);
                    from += count;
                    filled += count;
                    if (filled == BUFFER) {
                        AtomicFile.writeFully(channel, buffer.clear());
                        filled = 0;
                    }
                }
            }
            AtomicFile.writeFully(channel, buffer.clear().limit(Math.toIntExact(filled)));
        }
    }
}
