package dev.stoker.optimize;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.job.predict.EvaluatedPart;
import dev.stoker.job.predict.TrainedModel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * Some samples as a model takes them: rows of bytes, or of values of a table.
 *
 * @param rows in native memory
 * @param origin what they are, in words
 */
record ExportSamples(MemorySegment rows, int count, String origin) {

    /** The first samples that the model would be evaluated on; noise where no data is known. */
    static ExportSamples of(TrainedModel trained, Optional<String> data, int most, Arena arena) {
        var card = trained.card();
        long rowBytes = rowBytes(card);
        var rows = arena.allocate(most * rowBytes, Float.BYTES);
        var known = data.or(trained::dataOfRun);
        if (known.isEmpty()) {
            return noise(card, rows, most);
        }
        var count = new int[1];
        trained.forEach(known.get(), EvaluatedPart.AUTO, most, batch -> {
            int taken = Math.min(batch.size(), most - count[0]);
            MemorySegment.copy(batch.rows(), 0, rows, count[0] * rowBytes, taken * rowBytes);
            count[0] += taken;
            return count[0] < most;
        });
        return new ExportSamples(rows, count[0], known.get());
    }

    private static ExportSamples noise(ModelCard card, MemorySegment rows, int count) {
        var random = new SeededRandom(new Seed(0).forPurpose("noise"));
        if (card.table().isPresent()) {
            rows.fill((byte) 0); // the first category of each column, and numbers at their mean
        } else {
            for (long i = 0; i < rows.byteSize(); i++) {
                rows.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt(256));
            }
        }
        return new ExportSamples(rows, count, "noise");
    }

    static long rowBytes(ModelCard card) {
        return (long) card.input().elements() * (card.table().isPresent() ? Float.BYTES : 1);
    }

    /** Normalized floats: n×channels×height×width for images, the values themselves for a table. */
    float[] normalized(ModelCard card) {
        return normalized(rows, count, card);
    }

    static float[] normalized(MemorySegment rows, int count, ModelCard card) {
        int elements = card.input().elements();
        var values = new float[count * elements];
        if (card.normalization().isEmpty()) {
            MemorySegment.copy(rows, ValueLayout.JAVA_FLOAT, 0, values, 0, values.length);
            return values;
        }
        var normalization = card.normalization().get();
        int channels = card.input().channels();
        int area = elements / channels;
        for (int row = 0; row < count; row++) {
            for (int i = 0; i < elements; i++) {
                int channel = i % channels;
                int pixel = Byte.toUnsignedInt(rows.get(ValueLayout.JAVA_BYTE, (long) row * elements + i));
                values[row * elements + channel * area + i / channels] =
                        (float) ((pixel / 255.0 - normalization.mean().get(channel))
                                / normalization.standardDeviation().get(channel));
            }
        }
        return values;
    }
}
