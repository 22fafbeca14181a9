package dev.stoker.datasets.internal.unpack;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** The folder that an archive is unpacked into; it refuses entries that would leave it or exceed the limits. */
final class UnpackFolder {
    private static final Pattern ABSOLUTE = Pattern.compile("/.*|[A-Za-z]:.*", Pattern.DOTALL);

    private final Path root;
    private final Path archive;
    private final long archiveBytes;
    private final UnpackLimits limits;
    private final Consumer<Bytes> progress;
    private final byte[] buffer = new byte[1 << 16];
    private long unpacked;
    private int entries;

    UnpackFolder(Path root, Path archive, UnpackLimits limits, Consumer<Bytes> progress) throws IOException {
        this.root = root;
        this.archive = archive;
        archiveBytes = Files.size(archive);
        this.limits = limits;
        this.progress = progress;
    }

    BadArchiveException error(String what) {
        return new BadArchiveException("%s: %s".formatted(archive.getFileName(), what));
    }

    void folder(String name) {
        count();
        makeFolder(inside(name), name);
    }

    /** Links are not created, since no dataset needs them. A link out of the archive is a sign of an attack. */
    void link(String name, String target) {
        count();
        Path place = inside(name).getParent();
        if (ABSOLUTE.matcher(target).matches()
                || place == null
                || !place.resolve(target).normalize().startsWith(root)) {
            throw error("the link %s points out of the archive, to %s".formatted(name, target));
        }
    }

    void file(String name, InputStream content) throws IOException {
        count();
        Path file = inside(name);
        Path parent = file.getParent();
        if (parent != null) {
            makeFolder(parent, name);
        }
        try (var out = create(file, name)) {
            for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
                grow(count);
                write(out, count, file);
            }
        }
    }

    /** The path of an entry, which must be inside the folder. */
    private Path inside(String name) {
        String slashed = name.replace('\\', '/');
        try {
            Path place = root.resolve(slashed).normalize();
            if (!ABSOLUTE.matcher(slashed).matches()
                    && place.startsWith(root)
                    && !slashed.matches("(.*/)?\\.\\.(/.*)?")) {
                return place;
            }
        } catch (InvalidPathException _) {
            throw error("the name of an entry is not a path");
        }
        throw error("the entry %s points out of the folder".formatted(name));
    }

    private void count() {
        entries++;
        if (entries > limits.files()) {
            throw error("it has more than %,d entries".formatted(limits.files()));
        }
    }

    private void grow(int count) {
        unpacked += count;
        if (unpacked > limits.total().count()) {
            throw error("it unpacks to more than %s".formatted(limits.total()));
        }
        if (limits.suspicious(unpacked, archiveBytes)) {
            throw error("its %s unpack to more than %d times as much, which is not plausible"
                    .formatted(new Bytes(archiveBytes), limits.ratio()));
        }
        progress.accept(new Bytes(unpacked));
    }

    private void makeFolder(Path folder, String name) {
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException _) {
            throw error("the entry %s is inside a file".formatted(name));
        } catch (IOException failure) {
            throw unwritable(folder, failure);
        }
    }

    private OutputStream create(Path file, String name) {
        try {
            return Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException _) {
            throw error("the entry %s occurs twice".formatted(name));
        } catch (IOException failure) {
            throw unwritable(file, failure);
        }
    }

    /** A full disk is not an error of the archive. */
    private void write(OutputStream out, int count, Path file) {
        try {
            out.write(buffer, 0, count);
        } catch (IOException failure) {
            throw unwritable(file, failure);
        }
    }

    private static StokerException unwritable(Path file, IOException failure) {
        return new StokerException(
                "cannot write %s (%s); free some space or check the permissions, then run again"
                        .formatted(file, AtomicFile.reason(failure)),
                failure);
    }
}
