package dev.stoker.datasets.internal.source;

import dev.stoker.data.Worker;
import dev.stoker.data.file.FileRanges;
import dev.stoker.datasets.FileFingerprint;
import dev.stoker.datasets.internal.image.EncodedImageReader;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Images in tars, read by number from where they lie; nothing is unpacked. */
record TarImages(FileRanges tars, List<TarSample> samples, int[] labels) implements EncodedImageReader {
    TarImages {
        samples = List.copyOf(samples);
    }

    @Override
    public int size() {
        return samples.size();
    }

    @Override
    public Labeled read(long sample, Worker worker) {
        var place = samples.get((int) sample);
        var encoded = reader(worker).read(place.tar(), place.offset(), place.length());
        worker.read(place.length());
        return new Labeled(encoded, labels[(int) sample]);
    }

    @Override
    public void prefetch(long sample, Worker worker) {
        var place = samples.get((int) sample);
        reader(worker).prefetch(place.tar(), place.offset(), place.length());
    }

    private FileRanges.Reader reader(Worker worker) {
        return worker.scratch(tars, () -> tars.reader(worker.memory()));
    }

    @Override
    public OptionalInt label(long sample) {
        return OptionalInt.of(labels[(int) sample]);
    }

    @Override
    public String title() {
        return "tars";
    }

    @Override
    public String describe(long sample) {
        var place = samples.get((int) sample);
        return "%s, %s at byte %d".formatted(tars.files().get(place.tar()).file(), place.name(), place.offset());
    }

    @Override
    public String identity(long sample) {
        var tar = tars.files().get(samples.get((int) sample).tar());
        return "%s, %d bytes, %d".formatted(describe(sample), tar.size(), tar.modified());
    }

    @Override
    public Stream<FileFingerprint> files(Path folder) {
        return tars.files().stream().map(tar -> FileFingerprint.of(folder, tar));
    }

    @Override
    public void close() {}
}
