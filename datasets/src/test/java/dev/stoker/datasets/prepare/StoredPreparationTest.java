package dev.stoker.datasets.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.data.storage.Storage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Images that are listed and read through a storage. */
class StoredPreparationTest {
    @TempDir
    Path folder;

    private TestImageFolder images;

    @BeforeEach
    void names() {
        images = new TestImageFolder(folder.resolve("images"));
    }

    private PreparationFixture into(String name) {
        return PreparationFixture.settings(images.root(), folder.resolve(name));
    }

    /** Times of shards are in their indexes, and an object has none. */
    private Map<String, String> content(String name) {
        var content = new TreeMap<>(PreparationFixture.content(folder.resolve(name)));
        content.keySet().removeIf(file -> file.endsWith(".tfrecord.index"));
        return content;
    }

    @Test
    void shardsAreThoseOfALocalFolderByteForByte() throws Exception {
        images.with("cat", 30).with("dog", 20);
        into("local").run();
        into("stored").runFrom(Storage.of(images.root()));
        assertThat(content("stored")).isEqualTo(content("local"));
    }

    @Test
    void foldersOfSplitsAreFoundAndDuplicatesDropped() throws Exception {
        new TestImageFolder(images.root().resolve("train")).with("cat", 9).with("dog", 8);
        new TestImageFolder(images.root().resolve("val")).with("cat", 5).with("dog", 4);
        Path cat = images.root().resolve("train/cat");
        try (var files = Files.list(cat)) {
            Files.copy(files.sorted().findFirst().orElseThrow(), cat.resolve("zz.png"));
        }
        into("local").with("dedupe", true).run();
        var result = into("stored").with("dedupe", true).runFrom(Storage.of(images.root()));
        assertThat(result.duplicates()).isPositive();
        assertThat(content("stored")).isEqualTo(content("local"));
    }

    @Test
    void imagesThatAreInNoClassFolderAreRefused() throws Exception {
        Path flat = Files.createDirectories(folder.resolve("flat/train"));
        Files.write(flat.resolve("1.jpg"), new byte[3]);
        assertThatThrownBy(() -> into("set").runFrom(Storage.of(folder.resolve("flat"))))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("no class folder")
                .hasMessageContaining("/CLASS/1.jpg");
    }
}
