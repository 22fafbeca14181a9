package dev.stoker.core.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SymbolicLinkTest {
    @TempDir
    Path folder;

    @Test
    void aLoopIsCalledOneWithItsPath() throws IOException {
        Path first = Files.createSymbolicLink(folder.resolve("a"), Path.of("b"));
        Files.createSymbolicLink(folder.resolve("b"), Path.of("a"));
        assertThat(SymbolicLink.problem(first))
                .contains("%s is a symbolic link to b (a loop of symbolic links)".formatted(first));
    }

    @Test
    void aLinkToNothingNamesItsTarget() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("a"), Path.of("gone"));
        assertThat(SymbolicLink.problem(link))
                .contains("%s is a symbolic link to gone, which does not exist".formatted(link));
    }

    @Test
    void linksThatLeadSomewhereAndPlainFilesAreFine() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(SymbolicLink.problem(file)).isEmpty();
        assertThat(SymbolicLink.problem(Files.createSymbolicLink(folder.resolve("link"), file)))
                .isEmpty();
        assertThat(SymbolicLink.problem(folder.resolve("absent"))).isEmpty();
    }
}
