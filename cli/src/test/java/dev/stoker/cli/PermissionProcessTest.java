package dev.stoker.cli;

import static dev.stoker.cli.WithoutPrivileges.permit;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user without permission to read or write is told, and what still works. */
class PermissionProcessTest {
    @TempDir
    Path folder;

    private Path images;
    private List<String> prefix = List.of();

    @BeforeEach
    void makeImages() {
        prefix = WithoutPrivileges.prefix(folder);
        images = SmallImageTree.write(folder.resolve("images"), "ant", "bee");
    }

    private StokerProcess.Ended run(String... arguments) {
        return StokerProcess.start(folder, prefix, arguments).ended();
    }

    private StokerProcess.Ended train(String data, String... more) {
        var arguments = new ArrayList<>(
                List.of("train", data, "--size", "28", "--model", "cnn", "--epochs", "1", "--batch", "4"));
        arguments.addAll(Arrays.asList(more));
        return run(arguments.toArray(String[]::new));
    }

    private static void assertRefused(StokerProcess.Ended ended, String sentence) {
        assertThat(ended.err()).startsWith("stoker: " + sentence).doesNotContain("corrupt");
        assertThat(ended.err().lines()).hasSize(1);
        assertThat(ended.exitCode()).isEqualTo(2);
    }

    @Test
    void anUnreadableImageIsNotSkippedAsCorrupt() {
        permit(images.resolve("train/ant/3.jpg"), "---------");
        String sentence = "cannot read images/train/ant/3.jpg (permission denied)";
        assertRefused(train("images", "--skip-corrupt", "5"), sentence);
        assertRefused(run("prepare", "images", "set", "--max-corrupt", "5"), sentence);
    }

    @Test
    void anUnreadableClassFolderIsNamed() {
        permit(images.resolve("train/ant"), "---------");
        assertRefused(run("prepare", "images", "set"), "cannot read the folder images/train/ant (permission denied)");
        permit(images.resolve("train/ant"), "rwx------");
    }

    @Test
    void anUnreadableShardIsNotCorruptAndAReadOnlyFolderOfShardsIsEnough() throws IOException {
        assertThat(run("prepare", "images", "set").exitCode()).isZero();
        Path set = folder.resolve("set");
        try (var files = Files.list(set)) {
            for (Path index :
                    files.filter(file -> file.toString().contains("index")).toList()) {
                Files.delete(index);
            }
        }
        permit(set, "r-xr-xr-x");
        assertThat(train("set").exitCode()).isZero();
        permit(set.resolve("train-00000-of-00001.tfrecord"), "---------");
        assertRefused(
                train("set", "--skip-corrupt", "5"),
                "cannot read set/train-00000-of-00001.tfrecord (permission denied)");
        permit(set, "rwxr-xr-x");
    }

    @Test
    void aRunsFolderThatCannotBeWrittenToIsNamedWithItsFlag() throws IOException {
        permit(Files.createDirectory(folder.resolve("runs")), "r-xr-xr-x");
        var ended = train("images");
        assertThat(ended.err()).contains("runs (permission denied); choose a writable folder (--runs)");
        assertThat(ended.exitCode()).isEqualTo(2);
    }

    @Test
    void aHomeThatCannotBeWrittenToIsEnough() throws IOException {
        permit(Files.createDirectory(folder.resolve("home")), "r-xr-xr-x");
        var home = new ArrayList<>(prefix);
        home.addAll(List.of("env", "JDK_JAVA_OPTIONS=-Duser.home=" + folder.resolve("home")));
        prefix = home;
        assertThat(train("images").exitCode()).isZero();
    }
}
