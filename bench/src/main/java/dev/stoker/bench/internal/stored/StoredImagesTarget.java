package dev.stoker.bench.internal.stored;

import dev.stoker.bench.internal.format.FuzzInput;
import dev.stoker.bench.internal.format.FuzzTarget;
import dev.stoker.bench.internal.format.ScratchFolder;
import dev.stoker.bench.internal.format.TrainingRowsCheck;
import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.FrameMutator;
import dev.stoker.bench.internal.mutation.Mutator;
import dev.stoker.bench.internal.mutation.TarMutator;
import dev.stoker.bench.internal.mutation.TextMutator;
import dev.stoker.data.example.ExampleWriter;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.ImageSourceSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** A damaged list, tar, record file or Parquet file: what is opened gives as many images as it says. */
public final class StoredImagesTarget implements FuzzTarget {
    private static final String FOLDER = "stored";
    private static final int SIZE = 8;

    private final ScratchFolder scratch;
    private final String name;
    private final byte[] file;
    private final Mutator mutator;
    private final ImageSourceSettings settings;

    private StoredImagesTarget(
            ScratchFolder scratch, String name, byte[] file, Mutator mutator, ImageSourceSettings settings) {
        this.scratch = scratch;
        this.name = name;
        this.file = file;
        this.mutator = mutator;
        this.settings = settings;
    }

    /** A list of images, of which two exist. */
    public static StoredImagesTarget list(ScratchFolder scratch) {
        byte[] text =
                "path,label,split,other\nimage0.bmp,cat,train,1\n\"image1.bmp\",dog,train,2\nimage0.bmp,dog,val,3\n"
                        .getBytes(StandardCharsets.UTF_8);
        return new StoredImagesTarget(scratch, "list.csv", text, new TextMutator(), ImageSourceSettings.of(SIZE));
    }

    public static StoredImagesTarget tar(ScratchFolder scratch) {
        return new StoredImagesTarget(
                scratch, "x.tar", tar(), new TarMutator().or(new ByteMutator()), ImageSourceSettings.of(SIZE));
    }

    /** Raw pixels with shapes, and labels that are names. */
    public static StoredImagesTarget features(ScratchFolder scratch) {
        var settings = new ImageSourceSettings(
                SIZE,
                Optional.empty(),
                Optional.empty(),
                Optional.of("pixels"),
                Optional.of("name"),
                List.of("height", "width"));
        return new StoredImagesTarget(scratch, "x.tfrecord", records(), new FrameMutator(new ByteMutator()), settings);
    }

    public static StoredImagesTarget parquet(ScratchFolder scratch) {
        return new StoredImagesTarget(
                scratch, "x.parquet", resource("images.parquet"), new ByteMutator(), ImageSourceSettings.of(SIZE));
    }

    private static byte[] resource(String name) {
        try (var stream = Objects.requireNonNull(StoredImagesTarget.class.getResourceAsStream(name), name)) {
            return stream.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static byte[] records() {
        byte[] first = record("cat", 7);
        byte[] second = record("dog", 200);
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static byte[] record(String label, int color) {
        byte[] pixels = new byte[4 * 5 * 3];
        Arrays.fill(pixels, (byte) color);
        return FrameMutator.frame(new ExampleWriter()
                .bytes("pixels", pixels)
                .bytes("name", label.getBytes(StandardCharsets.UTF_8))
                .int64("height", 4)
                .int64("width", 5)
                .toBytes());
    }

    private static byte[] tar() {
        var bytes = new ByteArrayOutputStream();
        try (var tar = new TarArchiveOutputStream(bytes)) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            for (int i = 0; i < 2; i++) {
                String key = "folder/".repeat(20 * i) + i;
                put(tar, key + ".bmp", bitmap(40 + i));
                put(tar, key + ".json", "{\"label\": \"%s\"}".formatted(i).getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return bytes.toByteArray();
    }

    private static void put(TarArchiveOutputStream tar, String name, byte[] content) throws IOException {
        var entry = new TarArchiveEntry(name);
        entry.setSize(content.length);
        entry.setModTime(0);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
    }

    /** One pixel of this color, in the smallest file that is an image. */
    private static byte[] bitmap(int color) {
        byte[] file = new byte[58];
        byte[] start = {'B', 'M', 58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24};
        System.arraycopy(start, 0, file, 0, start.length);
        Arrays.fill(file, 54, 57, (byte) color);
        return file;
    }

    @Override
    public List<byte[]> corpus() {
        return List.of(file);
    }

    @Override
    public Mutator mutator() {
        return mutator;
    }

    @Override
    public void check(FuzzInput input) throws IOException {
        scratch.clear(FOLDER);
        Path path = scratch.write(FOLDER + "/" + name, input.bytes());
        for (int i = 0; i < 2; i++) {
            Files.write(path.resolveSibling("image%d.bmp".formatted(i)), bitmap(90 * i));
        }
        try (var set = Datasets.open(path.toString(), settings)) {
            TrainingRowsCheck.of(set);
        }
    }
}
