package dev.stoker.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentationTest {
    private static final Pattern PROGRAM = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]\\w*)");
    private static final Pattern LINK = Pattern.compile("\\]\\((?![a-z]+:)([^)#]+)[^)]*\\)");
    private static final Pattern ACCURACY = Pattern.compile("test accuracy: (\\d\\.\\d+)");

    /** Compiles and runs the text in the README with the JDK's own source launcher. */
    @Test
    void theProgramInTheReadmeRuns(@TempDir Path folder) throws Exception {
        var matcher = PROGRAM.matcher(Files.readString(SourceTree.ROOT.resolve("README.md")));
        assertThat(matcher.find()).isTrue();
        Path source = Files.writeString(folder.resolve("TrainFashion.java"), matcher.group(1));
        assertThat(Files.readAllLines(source)).as("lines of the program").hasSizeLessThanOrEqualTo(25);
        assertThat(output(source, folder)).contains("epoch 2: loss 0.").contains("model: runs/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"OwnDataAndLoss", "OwnModel", "RareClass"})
    void theExamplesRunAndLearn(String name, @TempDir Path folder) throws Exception {
        Path source =
                SourceTree.ROOT.resolve("examples/java").resolve(name + ".java").toAbsolutePath();
        var accuracy = ACCURACY.matcher(output(source, folder));
        assertThat(accuracy.find()).isTrue();
        assertThat(Double.parseDouble(accuracy.group(1))).isGreaterThan(0.6);
        assertThat(folder.resolve("runs")).isNotEmptyDirectory();
    }

    private static String output(Path source, Path folder) throws IOException, InterruptedException {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home", ""), "bin", "java")
                                .toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path", ""),
                        source.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    /** Guides are left out: they name classes of their readers and of other frameworks as well. */
    @Test
    void everyClassThatTheArchitectureNamesExists() throws IOException {
        var known =
                ArchitectureTest.STOKER.stream().map(JavaClass::getSimpleName).collect(Collectors.toSet());
        known.addAll(List.of("ArchitectureTest", "PowerLoss", "RecordingFileSystem")); // tests of the whole
        for (String document : List.of("docs/architecture.md", "docs/api.md")) {
            var named = CLASS.matcher(Files.readString(SourceTree.ROOT.resolve(document)))
                    .results()
                    .map(name -> name.group(1))
                    .toList();
            assertThat(named).hasSizeGreaterThan(20);
            assertThat(known).as(document).containsAll(named);
        }
    }

    @Test
    void everyLinkInTheDocumentationResolves() throws IOException {
        var broken = new ArrayList<String>();
        for (Path document : SourceTree.documents()) {
            LINK.matcher(Files.readString(document))
                    .results()
                    .map(link -> link.group(1))
                    .forEach(target -> {
                        if (!Files.exists(document.resolveSibling(target))) {
                            broken.add(SourceTree.ROOT.relativize(document) + " → " + target);
                        }
                    });
        }
        assertThat(broken).isEmpty();
    }
}
