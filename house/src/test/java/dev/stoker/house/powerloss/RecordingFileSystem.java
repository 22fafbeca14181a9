package dev.stoker.house.powerloss;

import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Set;

/** The real file system, with a record of every change below one folder. */
final class RecordingFileSystem extends FileSystem {
    private final FileSystem real;
    private final RecordingProvider provider;

    private RecordingFileSystem(Path root, DiskRecorder recorder) {
        real = root.getFileSystem();
        provider = new RecordingProvider(real.provider(), recorder);
    }

    /** The folder, as a path whose changes are recorded. It must be empty. */
    static Path record(Path root, DiskRecorder recorder) {
        return new RecordedPath(new RecordingFileSystem(root, recorder), root);
    }

    @Override
    public FileSystemProvider provider() {
        return provider;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return real.getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return real.getRootDirectories();
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return real.getFileStores();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return real.supportedFileAttributeViews();
    }

    @Override
    public Path getPath(String first, String... more) {
        return new RecordedPath(this, real.getPath(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        var matcher = real.getPathMatcher(pattern);
        return path -> matcher.matches(RecordedPath.real(path));
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        throw new UnsupportedOperationException();
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException();
    }
}
