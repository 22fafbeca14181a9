package dev.stoker.datasets.internal.file;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.Sha256;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StoredFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Where the bytes of an image come from: a file of this machine, or an object at an address. */
public sealed interface ImageContent {

    /** All bytes. */
    byte[] read();

    /** Where it is, for people. */
    String place();

    /** Whether a read waits for an answer over a network, so that many should be under way at once. */
    boolean isRemote();

    /** Another text where the content may be another, beside size and time; empty where there is none. */
    default String validator() {
        return "";
    }

    default String sha256() {
        return Sha256.of(read());
    }

    /** A file of this machine. */
    record Local(Path file) implements ImageContent {
        @Override
        public byte[] read() {
            try {
                return Files.readAllBytes(file);
            } catch (IOException failure) {
                throw new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
            }
        }

        @Override
        public String place() {
            return file.toString();
        }

        @Override
        public boolean isRemote() {
            return false;
        }

        @Override
        public String sha256() {
            return Sha256.of(file);
        }
    }

    /** An object of a storage, as it was listed. */
    record Stored(Storage storage, StoredFile file) implements ImageContent {
        @Override
        public byte[] read() {
            if (file.size() > Storage.LARGEST_SMALL_FILE) {
                throw new StokerException("%s has %,d bytes: it is no image".formatted(place(), file.size()));
            }
            var bytes = ByteBuffer.allocate((int) file.size());
            try (var object = storage.open(file)) {
                object.read(bytes, 0);
            }
            return bytes.position() == file.size() ? bytes.array() : Arrays.copyOf(bytes.array(), bytes.position());
        }

        @Override
        public String place() {
            return storage.location() + "/" + file.name();
        }

        @Override
        public boolean isRemote() {
            return true;
        }

        @Override
        public String validator() {
            return file.validator();
        }
    }
}
