package dev.stoker.core.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderLockTest {
    @TempDir
    Path folder;

    @Test
    void aFolderIsLockedOnceUntilTheLockIsClosed() throws IOException {
        Path file = folder.resolve("lock");
        try (var _ = FolderLock.tryAcquire(file).orElseThrow()) {
            assertThat(FolderLock.tryAcquire(file)).isEmpty();
        }
        try (var again = FolderLock.tryAcquire(file).orElseThrow()) {
            assertThat(again).isNotNull();
        }
    }
}
