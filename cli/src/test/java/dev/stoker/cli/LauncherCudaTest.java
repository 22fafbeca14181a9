package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the launcher finds CUDA: its own functions, with a program in place of the Java that loads the libraries. */
class LauncherCudaTest {
    @TempDir
    Path folder;

    private Path libraries;
    private Path jar;

    @BeforeEach
    void install() throws IOException {
        libraries = Files.createDirectories(folder.resolve("cuda toolkit/lib64"));
        jar = Files.createFile(folder.resolve("stoker-tensor.jar"));
        Files.createDirectories(folder.resolve("jdk/bin"));
        var java = Files.writeString(
                folder.resolve("jdk/bin/java"),
                "#!/bin/sh\necho asked >>\"$LOG\"\ncat \"$ANSWER\"\n[ ! -s \"$ANSWER\" ]\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createFile(folder.resolve("asked"));
        answer("");
        touch("2026-01-01T00:00:00Z");
    }

    /** What cannot be loaded; nothing where all can. */
    private void answer(String missing) throws IOException {
        Files.writeString(folder.resolve("answer"), missing);
    }

    private void touch(String time) throws IOException {
        Files.setLastModifiedTime(libraries, FileTime.from(Instant.parse(time)));
    }

    private String found() throws Exception {
        var launcher = Files.readString(Path.of("../stoker"));
        String functions = launcher.substring(
                launcher.indexOf("# Whether the GPU can be used"), launcher.indexOf("choose_natives() {"));
        String script = functions + """
            add_cuda_folders() { export LD_LIBRARY_PATH=$LIBRARIES; }
            jdk=$FOLDER/jdk missing=''
            if finds_cuda "$FOLDER/stoker-tensor.jar"; then echo "$LD_LIBRARY_PATH"; else echo "missing $missing"; fi
            """;
        var builder = new ProcessBuilder("bash", "-euo", "pipefail", "-c", script).redirectErrorStream(true);
        var environment = builder.environment();
        environment.remove("LD_LIBRARY_PATH");
        environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        environment.put("FOLDER", folder.toString());
        environment.put("LIBRARIES", libraries.toString());
        environment.put("LOG", folder.resolve("asked").toString());
        environment.put("ANSWER", folder.resolve("answer").toString());
        var process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output.strip();
    }

    private long asked() throws IOException {
        return Files.readAllLines(folder.resolve("asked")).size();
    }

    @Test
    void librariesThatWereFoundAreNotLoadedAgain() throws Exception {
        assertThat(found()).isEqualTo(libraries.toString());
        assertThat(found()).isEqualTo(libraries.toString());
        assertThat(asked()).isOne();
    }

    @Test
    void aLibraryThatComesOrGoesAndAnotherBuildAreLookedAtAnew() throws Exception {
        found();
        touch("2026-01-02T00:00:00Z");
        answer("libcudnn.so.9 cannot be loaded");
        assertThat(found()).isEqualTo("missing libcudnn.so.9 cannot be loaded");
        answer("");
        found();
        Files.writeString(jar, "another");
        found();
        assertThat(asked()).isEqualTo(4);
    }

    @Test
    void whatIsMissingIsLookedForEachTime() throws Exception {
        answer("libcuda.so.1 cannot be loaded");
        assertThat(found()).isEqualTo("missing libcuda.so.1 cannot be loaded");
        answer("");
        assertThat(found()).isEqualTo(libraries.toString());
        assertThat(asked()).isEqualTo(2);
    }
}
