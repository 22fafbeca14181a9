package dev.stoker.core.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFoldersTest {
    @TempDir
    Path folder;

    @Test
    void parentsAreCreatedAndAnExistingFolderIsFine() throws IOException {
        Path deep = folder.resolve("a/b/c");
        assertThat(DurableFolders.create(deep)).isEqualTo(deep).isDirectory();
        Files.writeString(deep.resolve("file"), "text");
        DurableFolders.create(deep);
        assertThat(deep.resolve("file")).hasContent("text");
    }

    @Test
    void aLinkToAFolderIsAFolder() throws IOException {
        Files.createDirectory(folder.resolve("real"));
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));
        DurableFolders.create(folder.resolve("link/inside"));
        assertThat(folder.resolve("real/inside")).isDirectory();
    }

    @Test
    void aFileInTheWayIsAnError() throws IOException {
        Files.writeString(folder.resolve("file"), "text");
        assertThatThrownBy(() -> DurableFolders.create(folder.resolve("file")))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void aMoveReplacesAFile() throws IOException {
        Files.createDirectory(folder.resolve("x"));
        Files.writeString(folder.resolve("x/new"), "new");
        Files.writeString(folder.resolve("old"), "old");
        DurableFolders.move(folder.resolve("x/new"), folder.resolve("old"));
        assertThat(folder.resolve("old")).hasContent("new");
        assertThat(folder.resolve("x")).isEmptyDirectory();
    }
}
