package dev.stoker.datasets.internal.image;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.core.image.StoredImages;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.Dataset;
import dev.stoker.data.PipelineResources;
import dev.stoker.image.decode.ImageFormat;
import dev.stoker.image.decode.ImageHeader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The sizes of the images of a dataset, from a sample of them that is the same each time. */
final class ImageSizeStatistics {
    private static final List<ImageFormat> FORMATS = List.of(ImageFormat.values());

    private static final int SAMPLE = 512;

    /** Larger images are augmented by CPU workers; a cell for the largest of all would waste memory for the others. */
    private static final double SIZE_QUANTILE = 0.98;

    private static final double MEDIAN = 0.5;

    /** A cell of this height and width takes 200 MB, too much for a batch of them. */
    private static final int MAX_SIDE = 8192;

    /** With these, lines of cells begin at multiples of 64 bytes, and cells at multiples of 256, as CUDA allocations do. */
    private static final int COLUMNS = 64;

    private static final int LINES = 4;
    private static final int MAX_BYTES = 1 << 28;
    private static final int NUMBERS = 4;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

    private final List<Integer> heights = new ArrayList<>();
    private final List<Integer> widths = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();
    private final List<Integer> formats = new ArrayList<>();

    private ImageSizeStatistics() {}

    /** Images that cannot be read are skipped here; reading them for training reports the error. */
    static ImageSizeStatistics of(EncodedImageReader reader) {
        int count = Math.min(SAMPLE, reader.size());
        var chosen = IntStream.range(0, count)
                .map(i -> (int) ((long) i * reader.size() / count))
                .toArray();
        var some = new SubsetReader(reader, chosen);
        var rows = Dataset.indexed(some.title(), some.size(), some).rows(NUMBERS * Integer.BYTES, (image, row, _) -> {
            measure(image.encoded(), row);
            return 0;
        });
        var sizes = new ImageSizeStatistics();
        try (var feed = rows.batch(Math.max(1, count))
                .skipCorrupt(SAMPLE)
                .open(PipelineResources.auto(), BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                sizes.add(feed);
            }
        }
        return sizes;
    }

    private static void measure(MemorySegment encoded, MemorySegment row) {
        var header = ImageHeader.read(encoded);
        row.setAtIndex(INT, 0, header.uprightHeight());
        row.setAtIndex(INT, 1, header.uprightWidth());
        row.setAtIndex(INT, 2, (int) Math.min(Integer.MAX_VALUE, encoded.byteSize()));
        row.setAtIndex(INT, 3, FORMATS.indexOf(header.format()));
    }

    private void add(BatchFeed feed) {
        try (var batch = feed.next()) {
            for (int i = 0; i < batch.size(); i++) {
                heights.add(batch.rows().getAtIndex(INT, NUMBERS * (long) i));
                widths.add(batch.rows().getAtIndex(INT, NUMBERS * (long) i + 1));
                lengths.add(batch.rows().getAtIndex(INT, NUMBERS * (long) i + 2));
                formats.add(batch.rows().getAtIndex(INT, NUMBERS * (long) i + 3));
            }
        }
    }

    /** Rows that hold decoded pixels; nearly all images fit, and every augmented one. */
    ImageRowLayout pixelLayout(Shape augmented) {
        int height = cellHeight(augmented);
        int width = cellWidth(augmented);
        return new ImageRowLayout(height * width * ImageRowLayout.CHANNELS, height, width);
    }

    /** Rows that hold encoded files, or augmented images; nearly all files fit. */
    ImageRowLayout fileLayout(Shape augmented) {
        int payload = Math.max(augmented.bytes(), sizeQuantile(lengths, MAX_BYTES));
        return new ImageRowLayout(payload, cellHeight(augmented), cellWidth(augmented));
    }

    private int cellHeight(Shape augmented) {
        return multiple(Math.max(augmented.height(), sizeQuantile(heights, MAX_SIDE)), LINES);
    }

    private int cellWidth(Shape augmented) {
        return multiple(Math.max(augmented.width(), sizeQuantile(widths, MAX_SIDE)), COLUMNS);
    }

    private static int multiple(int side, int of) {
        return Math.ceilDiv(side, of) * of;
    }

    private static int sizeQuantile(List<Integer> values, int most) {
        return values.isEmpty() ? 1 : Math.min(most, quantile(values, SIZE_QUANTILE));
    }

    /** Medians of the sample; empty where no image of it can be read. */
    Optional<StoredImages> stored(String container, long files, Bytes bytes) {
        if (heights.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new StoredImages(
                container,
                files,
                bytes,
                FORMATS.get(quantile(formats, MEDIAN)).toString(),
                quantile(heights, MEDIAN),
                quantile(widths, MEDIAN),
                new Bytes(quantile(lengths, MEDIAN))));
    }

    private static int quantile(List<Integer> values, double share) {
        var sorted = values.stream().sorted().toList();
        return sorted.get((int) (share * (sorted.size() - 1)));
    }
}
