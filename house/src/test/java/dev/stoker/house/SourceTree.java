package dev.stoker.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The files of the repository. */
final class SourceTree {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private SourceTree() {}

    /** Every Java file. */
    static List<Path> java() throws IOException {
        return files(ROOT, file -> file.toString().endsWith(".java"));
    }

    /** The Java files of the product. */
    static List<Path> main() throws IOException {
        return java().stream()
                .filter(file -> file.toString().contains("/src/main/java/"))
                .toList();
    }

    /** The documents: those of the root, of docs and of the examples. */
    static List<Path> documents() throws IOException {
        try (Stream<Path> top = Files.list(ROOT)) {
            var documents = Stream.of("docs", "examples").flatMap(folder -> markdown(ROOT.resolve(folder)));
            return Stream.concat(top.filter(SourceTree::isMarkdown), documents).toList();
        }
    }

    private static Stream<Path> markdown(Path folder) {
        try {
            return files(folder, SourceTree::isMarkdown).stream();
        } catch (IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }

    private static boolean isMarkdown(Path file) {
        return file.toString().endsWith(".md");
    }

    private static List<Path> files(Path folder, Predicate<Path> wanted) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(wanted)
                    .filter(file -> !ROOT.relativize(file).toString().matches("(.*/)?(target|\\.[^/]+)/.*"))
                    .sorted()
                    .toList();
        }
    }
}
