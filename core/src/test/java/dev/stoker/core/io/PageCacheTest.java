package dev.stoker.core.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class PageCacheTest {
    private static final int BYTES = 1 << 20;

    @TempDir
    Path folder;

    private Path file() throws IOException {
        var content = new byte[BYTES];
        new Random(1).nextBytes(content);
        return Files.write(folder.resolve("file ü"), content);
    }

    @Test
    void theSystemTakesHintsAboutARealFile() throws IOException {
        try (var cache = PageCache.of(file())) {
            assertThat(cache.willNeed(4_097, 10_000)).isTrue();
            assertThat(cache.willNeed(BYTES, 10_000)).as("beyond the end").isTrue();
        }
    }

    @Test
    void aFileThatIsGoneGetsNoHints() {
        try (var cache = PageCache.of(folder.resolve("gone"))) {
            assertThat(cache.willNeed(0, 10)).isFalse();
        }
    }

    @Test
    void whatIsEvictedStaysTheSame() throws IOException {
        var file = file();
        var before = Files.readAllBytes(file);
        assertThat(PageCache.evict(file)).isTrue();
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }
}
