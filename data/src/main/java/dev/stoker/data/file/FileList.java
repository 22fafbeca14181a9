package dev.stoker.data.file;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** A list of files as it was written: paths, and labels that are still texts. */
record FileList(Path list, List<FileListEntry> lines) {
    /** A larger number is a typing error rather than a class: names for all classes below it would have to be invented. */
    private static final int MOST_CLASSES = 1_000_000;

    static FileList read(Path list) {
        var lines = linesOf(list);
        if (!lines.isEmpty() && FileListFormat.isHeader(lines.getFirst())) {
            lines = lines.subList(1, lines.size());
        }
        if (lines.isEmpty()) {
            throw new StokerException(
                    "%s lists no files; write a path and a label on each line, as in: cats/1.jpg,cat".formatted(list));
        }
        return new FileList(list, lines);
    }

    private static List<FileListEntry> linesOf(Path list) {
        var format = FileListFormat.of(list);
        var texts = textsOf(list);
        var lines = new ArrayList<FileListEntry>();
        for (int i = 0; i < texts.size(); i++) {
            String text = i == 0 ? FileListFormat.withoutMark(texts.getFirst()) : texts.get(i);
            if (format.isEntry(text)) {
                lines.add(format.line(text, i + 1));
            }
        }
        return lines;
    }

    private static List<String> textsOf(Path list) {
        try {
            return Files.readAllLines(list);
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
        try {
            return list.resolveSibling(line.path());
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
