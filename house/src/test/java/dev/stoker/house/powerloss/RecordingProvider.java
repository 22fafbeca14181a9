package dev.stoker.house.powerloss;

import static dev.stoker.house.powerloss.RecordedPath.real;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** Passes everything on to the real file system, and records what changes it. */
final class RecordingProvider extends FileSystemProvider {
    private final FileSystemProvider provider;
    private final DiskRecorder recorder;

    RecordingProvider(FileSystemProvider provider, DiskRecorder recorder) {
        this.provider = provider;
        this.recorder = recorder;
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        synchronized (recorder) {
            boolean existed = Files.exists(real(path));
            var channel = provider.newFileChannel(real(path), options, attributes);
            int node = existed ? recorder.node(real(path)) : recorder.make(real(path), false);
            if (existed && options.contains(StandardOpenOption.TRUNCATE_EXISTING)) {
                recorder.truncate(node, 0);
            }
            return new RecordedChannel(channel, node, recorder, options.contains(StandardOpenOption.APPEND));
        }
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
        synchronized (recorder) {
            provider.createDirectory(real(folder), attributes);
            recorder.make(real(folder), true);
        }
    }

    @Override
    public void delete(Path path) throws IOException {
        synchronized (recorder) {
            provider.delete(real(path));
            recorder.remove(real(path));
        }
    }

    @Override
    public void move(Path from, Path to, CopyOption... options) throws IOException {
        synchronized (recorder) {
            provider.move(real(from), real(to), options);
            recorder.move(real(from), real(to));
        }
    }

    @Override
    public void copy(Path from, Path to, CopyOption... options) {
        throw new UnsupportedOperationException("nothing in the product copies files so");
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        var system = (RecordingFileSystem) folder.getFileSystem();
        var entries = provider.newDirectoryStream(real(folder), path -> filter.accept(new RecordedPath(system, path)));
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                var iterator = entries.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return iterator.hasNext();
                    }

                    @Override
                    public Path next() {
                        return new RecordedPath(system, iterator.next());
                    }
                };
            }

            @Override
            public void close() throws IOException {
                entries.close();
            }
        };
    }

    @Override
    public String getScheme() {
        return "recorded";
    }

    @Override
    public FileSystem newFileSystem(URI address, Map<String, ?> environment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI address) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path getPath(URI address) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
        return provider.isSameFile(real(path), real(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return provider.isHidden(real(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return provider.getFileStore(real(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        provider.checkAccess(real(path), modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return provider.getFileAttributeView(real(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return provider.readAttributes(real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String names, LinkOption... options) throws IOException {
        return provider.readAttributes(real(path), names, options);
    }

    @Override
    public void setAttribute(Path path, String name, Object value, LinkOption... options) throws IOException {
        provider.setAttribute(real(path), name, value, options);
    }
}
