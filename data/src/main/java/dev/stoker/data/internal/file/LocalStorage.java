package dev.stoker.data.internal.file;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StoredFile;
import dev.stoker.data.storage.StoredObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A folder of this machine. */
public record LocalStorage(Path folder) implements Storage {
    @Override
    public String location() {
        return folder.toString();
    }

    @Override
    public List<StoredFile> list() {
        try (var files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> described(file.getFileName().toString()))
                    .sorted(Comparator.comparing(StoredFile::name))
                    .toList();
        } catch (IOException failure) {
            throw unreadable(folder, failure);
        }
    }

    @Override
    public List<String> folders() {
        try (var files = Files.list(folder)) {
            return files.filter(Files::isDirectory)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw unreadable(folder, failure);
        }
    }

    @Override
    public List<StoredFile> tree(String below) {
        try (var files = Files.walk(folder.resolve(below))) {
            return files.filter(Files::isRegularFile)
                    .map(file -> described(folder.relativize(file).toString()))
                    .sorted(Comparator.comparing(StoredFile::name))
                    .toList();
        } catch (IOException | UncheckedIOException failure) {
            throw unreadable(
                    folder.resolve(below), failure instanceof IOException known ? known : new IOException(failure));
        }
    }

    private static StokerException unreadable(Path folder, IOException failure) {
        return new StokerException(
                "cannot read the folder %s (%s)".formatted(folder, AtomicFile.reason(failure)), failure);
    }

    @Override
    public Optional<StoredFile> find(String name) {
        return Files.isRegularFile(folder.resolve(name)) ? Optional.of(described(name)) : Optional.empty();
    }

    private StoredFile described(String name) {
        var stamp = FileStamp.of(folder.resolve(name));
        return new StoredFile(name, stamp.size(), stamp.validator());
    }

    @Override
    public StoredObject open(StoredFile file) {
        var opened = PositionedFile.open(folder.resolve(file.name()));
        boolean same = opened.size() == file.size()
                && (file.validator().isEmpty()
                        || file.validator().equals(opened.stamp().validator()));
        if (!same) {
            opened.close();
            throw opened.changed();
        }
        return opened;
    }

    @Override
    public void close() {}
}
