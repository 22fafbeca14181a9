package dev.stoker.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentationTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern PROGRAM = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)[^)]*\\)");

    /** Compiles and runs the text in the README with the JDK's own source launcher. */
    @Test
    void theProgramInTheReadmeRuns(@TempDir Path folder) throws Exception {
        var matcher = PROGRAM.matcher(Files.readString(ROOT.resolve("README.md")));
        assertThat(matcher.find()).isTrue();
        Path source = Files.writeString(folder.resolve("TrainFashion.java"), matcher.group(1));
        assertThat(Files.readAllLines(source)).as("lines of the program").hasSizeLessThanOrEqualTo(25);
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
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("epoch 2: loss 0.").contains("model: runs/");
    }

    @Test
    void everyLinkInTheDocumentationResolves() throws IOException {
        var broken = new ArrayList<String>();
        for (Path document : documents()) {
            LINK.matcher(Files.readString(document))
                    .results()
                    .map(link -> link.group(1))
                    .forEach(target -> {
                        if (!Files.exists(document.resolveSibling(target))) {
                            broken.add(ROOT.relativize(document) + " → " + target);
                        }
                    });
        }
        assertThat(broken).isEmpty();
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> top = Files.list(ROOT)) {
            return Stream.concat(docs, top)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        }
    }
}
