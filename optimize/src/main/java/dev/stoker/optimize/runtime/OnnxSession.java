package dev.stoker.optimize.runtime;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.stoker.core.StokerException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** An ONNX file that is ready to be run; several threads may do so. */
public final class OnnxSession implements AutoCloseable {
    private final Path file;
    private final OrtSession session;
    private final String input;
    private final OnnxJavaType type;
    private final long[] sizes;

    private OnnxSession(Path file, OrtSession session) throws OrtException {
        this.file = file;
        this.session = session;
        input = session.getInputNames().iterator().next();
        var info = (TensorInfo)
                Objects.requireNonNull(session.getInputInfo().get(input)).getInfo();
        type = info.type;
        sizes = info.getShape();
    }

    /** Refuses a file that ONNX Runtime cannot load. */
    public static OnnxSession open(Path file, int threads) {
        return DeepStack.call(() -> opened(file, threads));
    }

    private static OnnxSession opened(Path file, int threads) {
        try (var options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(threads);
            options.addConfigEntry(
                    "session.intra_op.allow_spinning", "0"); // two threads that spin share a busy machine badly
            options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
            return new OnnxSession(file, OrtEnvironment.getEnvironment().createSession(file.toString(), options));
        } catch (OrtException failure) {
            throw new StokerException(
                    "ONNX Runtime cannot load %s (%s)".formatted(file, failure.getMessage()), failure);
        }
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
        return run(rows, count, Set.of(session.getOutputNames().iterator().next()))
                .values()
                .iterator()
                .next();
    }

    /** Some outputs, by their names. */
    public Map<String, float[]> run(MemorySegment rows, int count, Set<String> outputs) {
        long[] shape = sizes.clone();
        shape[0] = count;
        try (var tensor = tensor(rows, shape);
                var results = session.run(Map.of(input, tensor), outputs)) {
            var values = new LinkedHashMap<String, float[]>();
            for (var result : results) {
                values.put(result.getKey(), values(((OnnxTensor) result.getValue()).getFloatBuffer()));
            }
            return values;
        } catch (OrtException failure) {
            throw failed(failure);
        }
    }

    private static float[] values(FloatBuffer buffer) {
        var values = new float[buffer.remaining()];
        buffer.get(values);
        return values;
    }

    private OnnxTensor tensor(MemorySegment rows, long[] shape) throws OrtException {
        long bytes = type.size;
        for (long size : shape) {
            bytes *= size;
        }
        var buffer = rows.asSlice(0, bytes).asByteBuffer().order(ByteOrder.nativeOrder());
        return OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), buffer, shape, type);
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
