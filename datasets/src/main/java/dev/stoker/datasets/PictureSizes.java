package dev.stoker.datasets;

import dev.stoker.core.PictureRows;
import dev.stoker.core.Shape;
import dev.stoker.core.SlotMemory;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.Dataset;
import dev.stoker.data.Resources;
import dev.stoker.image.ImageHeader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** How large pictures are, by a sample that is the same each time. */
final class PictureSizes {
    private static final int SAMPLE = 512;

    /** Pictures beyond are made by workers; a cell for the largest of all would waste memory for the others. */
    private static final double NEARLY_ALL = 0.98;

    /** A cell of this many pixels each way takes 200 MB, which is more than anybody wants to hold a batch of. */
    private static final int LONGEST_SIDE = 8192;

    /** Lines of cells begin at multiples of 64 bytes then, and cells at multiples of 256, as memory from CUDA does. */
    private static final int COLUMNS = 64;

    private static final int LINES = 4;
    private static final int MOST_BYTES = 1 << 28;
    private static final int NUMBERS = 3;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

    private final List<Integer> heights = new ArrayList<>();
    private final List<Integer> widths = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();

    private PictureSizes() {}

    /** Pictures that cannot be read say nothing; who needs them will complain. */
    static PictureSizes of(PictureReader reader) {
        int count = Math.min(SAMPLE, reader.size());
        var chosen = IntStream.range(0, count)
                .map(i -> (int) ((long) i * reader.size() / count))
                .toArray();
        var some = new ChosenReader(reader, chosen);
        var rows = Dataset.indexed(some.title(), some.size(), some).rows(NUMBERS * Integer.BYTES, (picture, row, _) -> {
            measure(picture.encoded(), row);
            return 0;
        });
        var sizes = new PictureSizes();
        try (var feed =
                rows.batch(Math.max(1, count)).skipCorrupt(SAMPLE).open(Resources.auto(), SlotMemory.ofHost())) {
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
    }

    private void add(BatchFeed feed) {
        try (var batch = feed.next()) {
            for (int i = 0; i < batch.size(); i++) {
                heights.add(batch.rows().getAtIndex(INT, NUMBERS * (long) i));
                widths.add(batch.rows().getAtIndex(INT, NUMBERS * (long) i + 1));
                lengths.add(batch.rows().getAtIndex(INT, NUMBERS * (long) i + 2));
            }
        }
    }

    /** Room for nearly all of them, and for every picture that is finished. */
    PictureRows layout(TravellingPart.Decoding decoding, Shape finished) {
        int height = multiple(Math.max(finished.height(), nearlyAll(heights, LONGEST_SIDE)), LINES);
        int width = multiple(Math.max(finished.width(), nearlyAll(widths, LONGEST_SIDE)), COLUMNS);
        int payload = switch (decoding) {
            case TravellingPart.Decoding.ByWorkers _ -> height * width * PictureRows.CHANNELS;
            case TravellingPart.Decoding.OnDevice _ -> Math.max(finished.bytes(), nearlyAll(lengths, MOST_BYTES));
        };
        return new PictureRows(payload, height, width);
    }

    private static int multiple(int side, int of) {
        return Math.ceilDiv(side, of) * of;
    }

    private static int nearlyAll(List<Integer> values, int most) {
        var sorted = values.stream().sorted().toList();
        return sorted.isEmpty() ? 1 : Math.min(most, sorted.get((int) (NEARLY_ALL * (sorted.size() - 1))));
    }
}
