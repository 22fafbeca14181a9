package dev.stoker.datasets.internal.image;

import dev.stoker.data.Worker;
import dev.stoker.data.storage.StorageRequests;
import dev.stoker.datasets.FileFingerprint;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Some of the images of another reader, which stays open as long as that one. */
record SubsetReader(EncodedImageReader all, int[] samples) implements EncodedImageReader {
    @Override
    public int size() {
        return samples.length;
    }

    @Override
    public Labeled read(long sample, Worker worker) {
        return all.read(samples[(int) sample], worker);
    }

    @Override
    public void prefetch(long sample, Worker worker) {
        all.prefetch(samples[(int) sample], worker);
    }

    @Override
    public void expect(long sample) {
        all.expect(samples[(int) sample]);
    }

    @Override
    public List<String> warnings() {
        return all.warnings();
    }

    @Override
    public boolean isRemote() {
        return all.isRemote();
    }

    @Override
    public List<StorageRequests> requests() {
        return all.requests();
    }

    @Override
    public OptionalInt label(long sample) {
        return all.label(samples[(int) sample]);
    }

    @Override
    public String title() {
        return all.title();
    }

    @Override
    public String describe(long sample) {
        return all.describe(samples[(int) sample]);
    }

    @Override
    public String identity(long sample) {
        return all.identity(samples[(int) sample]);
    }

    @Override
    public Stream<FileFingerprint> files(Path folder) {
        return all.files(folder);
    }

    @Override
    public void close() {}
}
