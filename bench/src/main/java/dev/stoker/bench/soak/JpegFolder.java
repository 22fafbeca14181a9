package dev.stoker.bench.soak;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.HostBatch;
import dev.stoker.data.PipelineResources;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.Datasets;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgcodecs;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Size;

/** A folder of JPEG files for a soak without data of its own: images of the bundled dataset, enlarged and in color. */
public record JpegFolder(Path path) implements AutoCloseable {
    private static final int SIDE = 160;
    private static final int BUNDLED_SIDE = 28;
    private static final int BATCH = 200;
    private static final int TRAINING = 1000;
    private static final int VALIDATION = 200;

    /** Writes {@code train/} and {@code val/} with a folder per class into a temporary folder; close it. */
    public static JpegFolder create() {
        try (var bundled = Datasets.open(Datasets.BUILT_IN, BUNDLED_SIDE)) {
            var folder = new JpegFolder(Files.createTempDirectory("stoker-soak"));
            write(bundled.training(), TRAINING, folder.path.resolve("train"));
            write(bundled.test().orElseThrow(), VALIDATION, folder.path.resolve("val"));
            return folder;
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot write images to a temporary folder (%s)".formatted(AtomicFile.reason(failure)), failure);
        }
    }

    private static void write(DatasetSplit split, int count, Path folder) throws IOException {
        int written = 0;
        try (var feed =
                split.evaluationRows().batch(BATCH).open(PipelineResources.workers(1), BatchMemoryAllocator.host())) {
            while (written < count && feed.hasNext()) {
                try (var batch = feed.next()) {
                    write(batch, written, folder);
                    written += batch.size();
                }
            }
        }
    }

    private static void write(HostBatch batch, int first, Path folder) throws IOException {
        long bytes = batch.rows().byteSize() / batch.size();
        for (int row = 0; row < batch.size(); row++) {
            long label = batch.labels().getAtIndex(ValueLayout.JAVA_LONG, row);
            Path place = Files.createDirectories(folder.resolve("class-" + label));
            write(batch.rows().asSlice(row * bytes, bytes), place.resolve("%05d.jpg".formatted(first + row)));
        }
    }

    private static void write(MemorySegment pixels, Path file) {
        byte[] gray = pixels.toArray(ValueLayout.JAVA_BYTE);
        try (var bytes = new BytePointer(gray);
                var small = new Mat(BUNDLED_SIDE, BUNDLED_SIDE, opencv_core.CV_8UC1, bytes);
                var large = new Mat();
                var color = new Mat();
                var size = new Size(SIDE, SIDE)) {
            opencv_imgproc.resize(small, large, size, 0, 0, opencv_imgproc.INTER_CUBIC);
            opencv_imgproc.applyColorMap(large, color, opencv_imgproc.COLORMAP_JET);
            if (!opencv_imgcodecs.imwrite(file.toString(), color)) {
                throw new StokerException("cannot write %s; is the disk full?".formatted(file));
            }
        }
    }

    /** Deletes it. */
    @Override
    public void close() {
        try (var files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException failure) {
            throw new StokerException("cannot delete %s (%s)".formatted(path, AtomicFile.reason(failure)), failure);
        }
    }
}
