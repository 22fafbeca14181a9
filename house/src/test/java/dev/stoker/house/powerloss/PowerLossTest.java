package dev.stoker.house.powerloss;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.DurableFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The simulated disk forgets what a real one may forget, and nothing else. */
class PowerLossTest {
    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private DiskRecorder recorder;

    @SuppressWarnings("NullAway.Init")
    private Path disk;

    @BeforeEach
    void record() throws IOException {
        recorder = new DiskRecorder(Files.createDirectory(folder.resolve("disk")));
        disk = RecordingFileSystem.record(folder.resolve("disk"), recorder);
    }

    /** The contents that a file may be found with after the promise; "absent" where there may be none. */
    private Set<String> found(String name) {
        recorder.promise("done");
        var found = new HashSet<String>();
        PowerLoss.everywhere(recorder.operations(), folder, (state, promises) -> {
            if (!promises.isEmpty()) {
                Path file = state.resolve(name);
                found.add(Files.exists(file) ? Files.readString(file).replace('\0', '0') : "absent");
            }
        });
        return found;
    }

    @Test
    void whatWasNotForcedMayBeLostTornOrZeros() throws IOException {
        Files.writeString(disk.resolve("a"), "text");
        assertThat(found("a")).containsExactlyInAnyOrder("absent", "", "te", "0000", "text");
    }

    @Test
    void aFileRenamedBeforeItWasForcedMayBeTorn() throws IOException {
        AtomicFile.write(disk.resolve("a"), "old");
        Files.writeString(disk.resolve("b"), "new");
        Files.move(disk.resolve("b"), disk.resolve("a"), StandardCopyOption.REPLACE_EXISTING);
        assertThat(found("a")).containsExactlyInAnyOrder("old", "", "n", "000", "new");
    }

    @Test
    void aFileWrittenAtomicallyIsThere() {
        AtomicFile.write(disk.resolve("a"), "old");
        AtomicFile.write(disk.resolve("a"), "new");
        assertThat(found("a")).containsExactly("new");
    }

    @Test
    void aFileInAFolderThatWasNotForcedIsLostWithIt() throws IOException {
        Files.createDirectories(disk.resolve("x/y"));
        AtomicFile.write(disk.resolve("x/y/a"), "text");
        assertThat(found("x/y/a")).containsExactlyInAnyOrder("absent", "text");
    }

    @Test
    void aFileInADurableFolderIsThere() throws IOException {
        DurableFolders.create(disk.resolve("x/y"));
        AtomicFile.write(disk.resolve("x/y/a"), "text");
        DurableFolders.move(disk.resolve("x"), disk.resolve("z"));
        assertThat(found("z/y/a")).containsExactly("text");
    }
}
