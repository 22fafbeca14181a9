package dev.stoker.onnx.runtime;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.stoker.core.StokerException;
import dev.stoker.onnx.file.OnnxType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An ONNX file that is ready to be run; several threads may do so. */
public final class OnnxSession implements AutoCloseable {
    private final Path file;
    private final OrtSession session;
    private final List<TensorSpec> inputs;
    private final List<TensorSpec> outputs;

    private OnnxSession(Path file, OrtSession session) throws OrtException {
        this.file = file;
        this.session = session;
        inputs = specs(session.getInputInfo());
        outputs = specs(session.getOutputInfo());
    }

    /** Refuses a file that ONNX Runtime cannot load. */
    public static OnnxSession open(Path file, int threads) {
        return DeepStack.call(() -> opened(file, threads));
    }

    private static OnnxSession opened(Path file, int threads) {
        try (var options = new OrtSession.SessionOptions()) {
            var environment = RuntimeLibrary.environment();
            options.setIntraOpNumThreads(threads);
            options.addConfigEntry(
                    "session.intra_op.allow_spinning", "0"); // two threads that spin share a busy machine badly
            options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
            return described(file, environment.createSession(file.toString(), options));
        } catch (OrtException failure) {
            throw new StokerException(
                    "ONNX Runtime cannot load %s (%s)".formatted(file, failure.getMessage()), failure);
        }
    }

    private static OnnxSession described(Path file, OrtSession session) throws OrtException {
        try {
            return new OnnxSession(file, session);
        } catch (OrtException | RuntimeException failure) {
            session.close();
            throw failure;
        }
    }

    private List<TensorSpec> specs(Map<String, NodeInfo> nodes) {
        return nodes.entrySet().stream()
                .map(node -> spec(node.getKey(), node.getValue()))
                .toList();
    }

    private TensorSpec spec(String name, NodeInfo node) {
        if (node.getInfo() instanceof TensorInfo info) {
            return new TensorSpec(
                    name,
                    type(name, info.type),
                    Arrays.stream(info.getShape()).boxed().toList());
        }
        throw new StokerException("%s cannot be used: its %s is no tensor".formatted(file, name));
    }

    private OnnxType type(String name, OnnxJavaType type) {
        return switch (type) {
            case FLOAT -> OnnxType.FLOAT;
            case UINT8 -> OnnxType.UINT8;
            case INT8 -> OnnxType.INT8;
            case INT32 -> OnnxType.INT32;
            case INT64 -> OnnxType.INT64;
            case FLOAT16 -> OnnxType.FLOAT16;
            default ->
                throw new StokerException("%s cannot be used: its %s has elements of type %s, and this Stoker knows %s"
                        .formatted(file, name, type, Arrays.toString(OnnxType.values())));
        };
    }

    public Path file() {
        return file;
    }

    public List<TensorSpec> inputs() {
        return inputs;
    }

    public List<TensorSpec> outputs() {
        return outputs;
    }

    /** What a file says of itself. */
    public Map<String, String> metadata() {
        try {
            return session.getMetadata().getCustomMetadata();
        } catch (OrtException failure) {
            throw failed(failure);
        }
    }

    private StokerException failed(OrtException failure) {
        return new StokerException("ONNX Runtime cannot run %s (%s)".formatted(file, failure.getMessage()), failure);
    }

    /** The first output for so many rows, which lie one after the other in native memory. */
    public float[] run(MemorySegment rows, int count) {
        return run(rows, count, Set.of(outputs.getFirst().name()))
                .values()
                .iterator()
                .next();
    }

    /** Some outputs, by their names. */
    public Map<String, float[]> run(MemorySegment rows, int count, Set<String> outputs) {
        var input = inputs.getFirst();
        try (var tensor = tensor(input, rows, count);
                var results = session.run(Map.of(input.name(), tensor), outputs)) {
            var values = new LinkedHashMap<String, float[]>();
            for (var result : results) {
                values.put(result.getKey(), values(((OnnxTensor) result.getValue()).getFloatBuffer()));
            }
            return values;
        } catch (OrtException failure) {
            throw failed(failure);
        }
    }

    /** Writes the first output of so many rows into native memory, without a copy on the heap. */
    public void run(MemorySegment rows, int count, MemorySegment result) {
        var input = inputs.getFirst();
        var output = outputs.getFirst();
        try (var taken = tensor(input, rows, count);
                var given = tensor(output, result, count);
                var _ = session.run(Map.of(input.name(), taken), Map.of(output.name(), given))) {
            // the result is where it was asked for
        } catch (OrtException failure) {
            throw failed(failure);
        }
    }

    private static float[] values(FloatBuffer buffer) {
        var values = new float[buffer.remaining()];
        buffer.get(values);
        return values;
    }

    private static OnnxTensor tensor(TensorSpec spec, MemorySegment rows, int count) throws OrtException {
        long[] shape = spec.shape().stream().mapToLong(Long::longValue).toArray();
        shape[0] = count;
        var buffer = rows.asSlice(0, count * spec.rowBytes()).asByteBuffer().order(ByteOrder.nativeOrder());
        return OnnxTensor.createTensor(
                RuntimeLibrary.environment(),
                buffer,
                shape,
                OnnxJavaType.valueOf(spec.type().name()));
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (OrtException failure) {
            throw failed(failure);
        }
    }
}
