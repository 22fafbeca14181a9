package dev.stoker.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.io.Sha256;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What the build downloads is what was recorded in .mvn/checksums. Maven refuses a difference itself from version 3.9 on,
 * before anything runs; older versions only notice it here.
 */
final class DependencyChecksumsTest {
    private static final Path RECORDED = SourceTree.ROOT.resolve(".mvn/checksums/checksums.sha256");

    @Test
    void everyLibraryOnTheClassPathHasARecordedChecksum() throws IOException {
        var recorded = recorded().keySet();
        assertThat(libraries())
                .isNotEmpty()
                .allSatisfy(jar -> assertThat(recorded)
                        .as("run house/record-checksums and commit the difference")
                        .anyMatch(jar::endsWith));
    }

    @Test
    void whatWasDownloadedHasTheRecordedChecksums() throws IOException {
        var repository = repository();
        assertThat(differing(recorded(), repository))
                .as("files in %s that are not those recorded in %s: delete them, and build again", repository, RECORDED)
                .isEmpty();
    }

    @Test
    void aChangedFileIsNoticed() throws IOException {
        String name = recorded().keySet().stream()
                .filter(file -> file.endsWith(".jar"))
                .filter(file -> Files.exists(repository().resolve(file)))
                .findFirst()
                .orElseThrow();
        assertThat(differing(Map.of(name, "0".repeat(64)), repository())).containsExactly(name);
    }

    private static List<String> differing(Map<String, String> expected, Path repository) {
        return expected.entrySet().stream()
                .filter(entry -> Files.exists(repository.resolve(entry.getKey())))
                .filter(entry -> !Sha256.of(repository.resolve(entry.getKey())).equals(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Checksums by the path of a file in a Maven repository. */
    private static Map<String, String> recorded() throws IOException {
        return Files.readAllLines(RECORDED).stream()
                .map(line -> line.split(" {2}", 2))
                .collect(Collectors.toMap(parts -> parts[1], parts -> parts[0]));
    }

    /** The jars of others, as paths in a Maven repository. */
    private static List<Path> libraries() {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(classPath.split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"))
                .filter(Predicate.not(entry -> Path.of(entry).startsWith(SourceTree.ROOT)))
                .map(Path::of)
                .toList();
    }

    /** The local repository: what is left of the path of a library without group, artifact, version and name. */
    private static Path repository() {
        Path picocli = libraries().stream()
                .filter(jar -> jar.toString().contains("/info/picocli/picocli/"))
                .findFirst()
                .orElseThrow();
        return picocli.resolve("../../../../..").normalize();
    }
}
