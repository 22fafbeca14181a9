package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.MemoryTracker;
import dev.stoker.core.StokerException;
import dev.stoker.data.file.FileBuffer;
import dev.stoker.data.file.FileKind;
import dev.stoker.data.file.LabeledFile;
import dev.stoker.data.file.LabeledFiles;
import dev.stoker.data.internal.pipeline.WorkerState;
import dev.stoker.data.internal.source.FilePathReader;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class FileSourceTest extends DatasetSourceContract {
    @Override
    Dataset<String> source() throws IOException {
        for (int i = 0; i < 20; i++) {
            write("dog/%02d.jpg".formatted(i));
            write("cat/deep/%02d.png".formatted(i));
        }
        return FileDatasets.files(folder).map(FileSourceTest::content);
    }

    private static String content(LabeledFile file, Worker worker) {
        var bytes = worker.scratch(FileSourceTest.class, () -> new FileBuffer(worker.memory()))
                .read(file.file());
        return file.label() + new String(bytes.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }

    private Path write(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, name);
    }

    @Test
    void foldersAreClassesInTheOrderOfTheirNames() throws IOException {
        write("dog/b.jpg");
        write("dog/a.jpg");
        write("cat/c.jpg");
        write("cat/.hidden");
        write("cat/d.jpg.partial");
        write(".git/config");
        var files = LabeledFiles.inFolders(folder, FileKind.ANY);
        assertThat(files.classes()).containsExactly("cat", "dog");
        assertThat(all(FileDatasets.files(folder)))
                .isEqualTo(files.entries())
                .allMatch(file -> file.size() == "dog/b.jpg".length() && file.modified() > 0)
                .extracting(LabeledFile::file, LabeledFile::label)
                .containsExactly(
                        tuple(folder.resolve("cat/c.jpg"), 0),
                        tuple(folder.resolve("dog/a.jpg"), 1),
                        tuple(folder.resolve("dog/b.jpg"), 1));
    }

    @Test
    void withoutFoldersThereIsOneClass() throws IOException {
        write("a.jpg");
        assertThat(LabeledFiles.inFolders(folder, FileKind.ANY).classes()).containsExactly("all");
    }

    @Test
    void anUnknownClassIsNamed() throws IOException {
        write("cats/a.jpg");
        assertThatThrownBy(() -> LabeledFiles.inFolders(folder, FileKind.ANY, List.of("cat", "dog")))
                .isInstanceOf(StokerException.class)
                .hasMessage(folder + " holds a class 'cats' that is not one of the 2 known classes; did you mean cat?");
    }

    @Test
    void patternsFindFilesAtTheirDepth() throws IOException {
        write("a/1.jpg");
        write("a/b/2.jpg");
        write("c/3.png");
        assertThat(all(FileDatasets.files(folder + "/*/*.jpg"))).containsExactly(folder.resolve("a/1.jpg"));
        assertThat(all(FileDatasets.files(folder + "/**.jpg")))
                .containsExactly(folder.resolve("a/1.jpg"), folder.resolve("a/b/2.jpg"));
        assertThat(all(FileDatasets.files(folder + "/{a,c}/[13].*"))).hasSize(2);
        assertThat(all(FileDatasets.files(folder + "/c/3.png"))).hasSize(1);
        assertThatThrownBy(() -> FileDatasets.files(folder + "/c/4.png")).hasMessageContaining("no file matches");
    }

    @Test
    void emptyAndMissingFoldersAreNamed() {
        assertThatThrownBy(() -> FileDatasets.files(folder)).hasMessage(folder + " holds no files");
        assertThatThrownBy(() -> FileDatasets.files(folder.resolve("x")))
                .hasMessage("cannot read the folder %s (no such file or folder)".formatted(folder.resolve("x")));
    }

    @Test
    void aFolderThatMayNotBeReadIsNamed() throws IOException {
        Assumptions.assumeFalse("root".equals(System.getProperty("user.name")), "root may read everything");
        Path closed = write("dog/a.jpg").getParent();
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        try {
            assertThatThrownBy(() -> FileDatasets.files(folder))
                    .hasMessage("cannot read the folder %s (permission denied)".formatted(closed));
        } finally {
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void aFileThatIsDeletedDuringTheRunIsNamedAndMayBeSkipped() throws IOException {
        var source = source();
        Path gone = folder.resolve("dog/03.jpg");
        Files.delete(gone);
        assertThatThrownBy(() -> all(source))
                .isInstanceOf(CorruptDataException.class)
                .hasMessage("cannot read %s (no such file or folder)".formatted(gone));
        assertThat(all(source.skipCorrupt(1))).hasSize(39);
    }

    @Test
    void prefetchingReadsTheBytesAndNeverFails() throws IOException {
        Path large = Files.write(folder.resolve("large"), new byte[10_000_000]);
        var elements = new FilePathReader<>(List.of(large, folder.resolve("gone")), file -> file);
        try (var worker = new WorkerState()) {
            long before = ProcessBytesRead.soFar();
            elements.prefetch(0, worker);
            elements.prefetch(1, worker);
            assertThat(ProcessBytesRead.soFar() - before).isGreaterThanOrEqualTo(10_000_000);
            assertThat(elements.read(1, worker)).isEqualTo(folder.resolve("gone"));
        }
    }

    @Test
    void linksThatLeadNowhereOrInALoopAreNamedAndNotSkipped() throws IOException {
        write("cat/a.jpg");
        Path link = Files.createSymbolicLink(folder.resolve("cat/b.jpg"), Path.of("gone.jpg"));
        assertThatThrownBy(() -> LabeledFiles.inFolders(folder, FileKind.ANY))
                .hasMessage(link + " is a symbolic link to gone.jpg, which does not exist; remove or correct it");
        Files.delete(link);
        Files.createSymbolicLink(folder.resolve("cat/.#lock"), Path.of("user@host"));
        assertThat(LabeledFiles.inFolders(folder, FileKind.ANY).entries()).hasSize(1);
        Path loop = Files.createSymbolicLink(folder.resolve("dog"), Path.of("dog"));
        assertThatThrownBy(() -> LabeledFiles.inFolders(folder, FileKind.ANY))
                .hasMessage(loop + " is a symbolic link to dog (a loop of symbolic links); remove or correct it");
        Files.delete(loop);
        Path back = Files.createSymbolicLink(folder.resolve("cat/back"), Path.of("."));
        assertThatThrownBy(() -> LabeledFiles.inFolders(folder, FileKind.ANY))
                .hasMessage(
                        "cannot read the folder " + back + " (a symbolic link that leads back to a folder it is in)");
    }

    @Test
    void aFileThatCannotBeOpenedIsNoCorruptOne() throws IOException {
        Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
        try (var buffer = new FileBuffer(MemoryTracker.UNLIMITED)) {
            assertThatThrownBy(() -> buffer.read(loop))
                    .isExactlyInstanceOf(StokerException.class)
                    .hasMessage("cannot read " + loop + " (a loop of symbolic links)");
        }
    }
}
