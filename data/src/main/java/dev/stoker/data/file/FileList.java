package dev.stoker.data.file;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * A list of files as it was written: paths, and labels that are still texts.
 *
 * @param labels the titles of the columns of labels; none where the first line names no columns
 */
public record FileList(Path list, List<String> labels, List<FileListEntry> lines) {
    /** A larger number is a typing error rather than a class: names for all classes below it would have to be invented. */
    private static final int MOST_CLASSES = 1_000_000;

    public FileList {
        labels = List.copyOf(labels);
        lines = List.copyOf(lines);
    }

    static FileList read(Path list) {
        return read(list, LabelChoice.DEFAULT);
    }

    /** Reads a list; where its first line names the columns, the choice is among them. */
    public static FileList read(Path list, LabelChoice label) {
        var format = FileListFormat.of(list);
        var texts = textsOf(list);
        var numbers = IntStream.range(0, texts.size())
                .filter(i -> format.isEntry(texts.get(i)))
                .toArray();
        var header = numbers.length == 0
                ? Optional.<FileListHeader>empty()
                : format.header(texts.get(numbers[0]), numbers[0] + 1, label);
        var lines = IntStream.of(numbers)
                .skip(header.isPresent() ? 1 : 0)
                .mapToObj(i -> header.map(columns -> format.line(texts.get(i), i + 1, columns))
                        .orElseGet(() -> format.line(texts.get(i), i + 1)))
                .toList();
        if (lines.isEmpty()) {
            throw new StokerException(
                    "%s lists no files; write a path and a label on each line, as in: cats/1.jpg,cat".formatted(list));
        }
        return new FileList(list, header.map(FileListHeader::labelNames).orElse(List.of()), lines);
    }

    /** The path of the first entry of what may be a list; empty where it is none. Few lines are read. */
    public static Optional<String> firstPath(Path list) {
        try (var all = Files.lines(list)) {
            var format = FileListFormat.of(list);
            var lines = all.map(FileListFormat::withoutMark)
                    .filter(format::isEntry)
                    .limit(2)
                    .toList();
            return lines.isEmpty() ? Optional.empty() : format.firstPath(lines.getFirst(), lines.getLast());
        } catch (IOException | UncheckedIOException | StokerException _) {
            return Optional.empty();
        }
    }

    private static List<String> textsOf(Path list) {
        try {
            var lines = Files.readAllLines(list);
            if (!lines.isEmpty()) {
                lines.set(0, FileListFormat.withoutMark(lines.getFirst()));
            }
            return lines;
        } catch (CharacterCodingException failure) {
            throw new StokerException("%s is not UTF-8 text; convert it (iconv -t utf-8)".formatted(list), failure);
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(list, AtomicFile.reason(failure)), failure);
        }
    }

    LabeledFiles numbered() {
        boolean numbers = lines.getFirst().isNumber();
        for (FileListEntry line : lines) {
            if (line.isNumber() != numbers) {
                throw error(
                        line,
                        "is a %s while those before are %s; use one of them throughout, or give the classes"
                                .formatted(numbers ? "name" : "number", numbers ? "numbers" : "names"));
            }
        }
        return numbers ? byNumber() : byName();
    }

    private LabeledFiles byNumber() {
        int largest = 0;
        for (FileListEntry line : lines) {
            largest = Math.max(largest, number(line, MOST_CLASSES));
        }
        var classes =
                IntStream.rangeClosed(0, largest).mapToObj(Integer::toString).toList();
        return labeled(classes, FileListEntry::number);
    }

    private LabeledFiles byName() {
        return numbered(
                lines.stream().map(FileListEntry::label).distinct().sorted().toList());
    }

    LabeledFiles numbered(List<String> classes) {
        var numbers = new HashMap<String, Integer>();
        classes.forEach(name -> numbers.put(name, numbers.size()));
        return labeled(classes, line -> {
            var named = numbers.get(line.label());
            if (named == null && !line.isNumber()) {
                throw error(
                        line,
                        "is not one of the %d classes%s"
                                .formatted(classes.size(), NameSuggestion.didYouMean(line.label(), classes)));
            }
            return named == null ? number(line, classes.size()) : named;
        });
    }

    private LabeledFiles labeled(List<String> classes, ToIntFunction<FileListEntry> label) {
        return new LabeledFiles(
                classes,
                lines.stream()
                        .map(line -> new LabeledFile(file(line), label.applyAsInt(line)))
                        .toList());
    }

    private Path file(FileListEntry line) {
        return file(list.resolveSibling(""), line);
    }

    /** The file of an entry whose path is relative to a folder. */
    public Path file(Path folder, FileListEntry line) {
        try {
            return folder.resolve(line.path());
        } catch (InvalidPathException failure) {
            throw new StokerException(
                    "%s, line %d: '%s' is not a path (%s)"
                            .formatted(list, line.line(), line.path(), failure.getReason()),
                    failure);
        }
    }

    private int number(FileListEntry line, int classes) {
        int number = line.number();
        if (number < 0 || number >= classes) {
            throw error(line, "is outside 0 to %d".formatted(classes - 1));
        }
        return number;
    }

    private StokerException error(FileListEntry line, String problem) {
        return new StokerException("%s, line %d: label '%s' %s".formatted(list, line.line(), line.label(), problem));
    }
}
