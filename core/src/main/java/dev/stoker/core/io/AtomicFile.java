package dev.stoker.core.io;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writes files atomically: the content goes to a temporary file beside it, is forced to the disk, and gets its name by
 * rename. A crash, a full disk or a kill leaves the previous file unchanged.
 */
public final class AtomicFile {
    /** Marks a file that is still being written; readers of folders skip it. */
    public static final String PARTIAL_SUFFIX = ".partial";

    /** Writes the content of a file. */
    @FunctionalInterface
    public interface ContentWriter {
        void writeTo(FileChannel channel) throws IOException;
    }

    private AtomicFile() {}

    public static void write(Path file, ContentWriter content) {
        Path partial = file.resolveSibling(file.getFileName() + PARTIAL_SUFFIX);
        try {
            try (var channel = FileChannel.open(
                    partial,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING)) {
                content.writeTo(channel);
                channel.force(true);
            }
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            syncDirectory(file);
        } catch (IOException failure) {
            discard(partial, failure);
            throw new StokerException(
                    "cannot write %s (%s); what was there before is untouched: free some space or check the permissions, then run again"
                            .formatted(file, reason(failure)),
                    failure);
        }
    }

    public static void write(Path file, String text) {
        write(file, channel -> writeFully(channel, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
    }

    public static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** A readable reason: the message of some file-system exceptions is only the file's name. */
    public static String reason(IOException failure) {
        return switch (failure) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "no such file or folder";
            case FileAlreadyExistsException _ -> "a file of that name is in the way";
            case FileSystemLoopException _ -> "a symbolic link that leads back to a folder it is in";
            case FileSystemException specific when specific.getReason() != null -> reason(specific.getReason());
            default -> failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
        };
    }

    /** In plain words, and with the remedy where there is one. */
    private static String reason(String system) {
        if (system.startsWith("Too many levels of symbolic links")) {
            return "a loop of symbolic links";
        }
        return system.equals("Too many open files")
                ? "too many open files; raise the limit, for example with `ulimit -n 1024`"
                : system;
    }

    /** Forces the folder of a file to the disk: otherwise a rename may be lost when the machine stops. */
    public static void syncDirectory(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private static void discard(Path partial, IOException failure) {
        try {
            Files.deleteIfExists(partial);
        } catch (IOException alsoFailed) {
            failure.addSuppressed(alsoFailed);
        }
    }
}
