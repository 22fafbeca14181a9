package dev.stoker.serve.internal.model;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.datasets.Normalization;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.transform.CompiledTransformChain;
import dev.stoker.onnx.file.OnnxType;
import dev.stoker.onnx.runtime.TensorSpec;
import dev.stoker.serve.internal.batch.DecodeBuffers;
import dev.stoker.serve.internal.batch.RefusedException;
import dev.stoker.serve.internal.batch.RowWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;

/** How images become rows of a model's input: bytes as a decoder gives them, or floats that are normalized here. */
public final class ModelInput {
    private static final Seed NOTHING_RANDOM = new Seed(0);
    private static final int VALUES_OF_BYTE = 256;

    private final TensorSpec spec;
    private final CompiledTransformChain transforms;
    private final float[][] normalized;

    private ModelInput(TensorSpec spec, CompiledTransformChain transforms, float[][] normalized) {
        this.spec = spec;
        this.transforms = transforms;
        this.normalized = normalized;
    }

    /** Refuses a model for tables, and one whose input is not that of its card. */
    static ModelInput of(Path file, ModelCard card, List<TensorSpec> inputs, ImageDecoder decoder) {
        var normalization = card.normalization()
                .orElseThrow(() -> new StokerException(
                        "%s is a model for rows of a table, and images are served".formatted(file)));
        var shape = card.input();
        long height = shape.height();
        long width = shape.width();
        long channels = shape.channels();
        var pixels = List.of(TensorSpec.ANY, height, width, channels);
        var images = List.of(TensorSpec.ANY, channels, height, width);
        var spec = inputs.getFirst();
        boolean takesBytes = spec.type() == OnnxType.UINT8 && spec.shape().equals(pixels);
        boolean takesFloats = spec.type() == OnnxType.FLOAT && spec.shape().equals(images);
        if (inputs.size() != 1 || !(takesBytes || takesFloats)) {
            throw new StokerException(
                    "%s takes %s, and by its card it should take UINT8 %s or FLOAT %s: export it again"
                            .formatted(file, inputs, pixels, images));
        }
        return new ModelInput(
                spec, card.transforms().compile(shape, decoder), takesBytes ? new float[0][] : table(normalization));
    }

    /** There are 256 values of a byte: what becomes of each is computed once, as exactly as in training. */
    private static float[][] table(Normalization normalization) {
        var table = new float[normalization.mean().size()][VALUES_OF_BYTE];
        for (int channel = 0; channel < table.length; channel++) {
            double mean = normalization.mean().get(channel);
            double deviation = normalization.standardDeviation().get(channel);
            for (int value = 0; value < VALUES_OF_BYTE; value++) {
                table[channel][value] = (float) ((value / 255.0 - mean) / deviation);
            }
        }
        return table;
    }

    public TensorSpec spec() {
        return spec;
    }

    long pixelBytes() {
        return transforms.target().bytes();
    }

    /** A row of an encoded image. */
    public RowWriter encoded(byte[] image) {
        return (row, buffers) -> {
            if (normalized.length == 0) {
                decode(image, row, buffers);
            } else {
                decode(image, buffers.pixels(), buffers);
                normalize(buffers.pixels(), row);
            }
        };
    }

    private void decode(byte[] image, MemorySegment pixels, DecodeBuffers buffers) {
        try {
            transforms.run(buffers.upload(image), pixels, new SeededRandom(NOTHING_RANDOM), buffers.scratch());
        } catch (StokerException failure) {
            throw RefusedException.invalid("the image cannot be decoded: " + failure.getMessage());
        }
    }

    private void normalize(MemorySegment pixels, MemorySegment row) {
        int channels = normalized.length;
        long area = pixels.byteSize() / channels;
        for (int channel = 0; channel < channels; channel++) {
            float[] values = normalized[channel];
            for (long i = 0; i < area; i++) {
                int value = Byte.toUnsignedInt(pixels.get(ValueLayout.JAVA_BYTE, i * channels + channel));
                row.setAtIndex(ValueLayout.JAVA_FLOAT, channel * area + i, values[value]);
            }
        }
    }

    /** A row that is given as the model takes it. */
    public RowWriter raw(MemorySegment values) {
        return (row, _) -> row.copyFrom(values);
    }
}
