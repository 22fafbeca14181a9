package dev.stoker.datasets.internal.file;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/** The names of the classes in the order of their labels, and where they come from. */
public record ClassNames(String origin, List<String> names) {
    /** The file beside the shards of a dataset. */
    public static final String FILE_NAME = "classes.txt";

    /** Editors of Windows begin UTF-8 files with it. */
    private static final String BYTE_ORDER_MARK = "\ufeff";

    public ClassNames {
        names = List.copyOf(names);
    }

    /** One name per line, as {@link NameLine} has it; blank lines are skipped. */
    public static ClassNames read(Path file) {
        try {
            return parse(file.toString(), Files.readAllBytes(file));
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read the class names from %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    /** The same from the content of a file, wherever that is. */
    public static ClassNames parse(String file, byte[] content) {
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content));
            var names = names(file, text.toString().lines().toList());
            refuseDuplicates(file, names);
            return new ClassNames(file, names);
        } catch (CharacterCodingException failure) {
            throw new StokerException(
                    "cannot read the class names from %s: it is not UTF-8; convert it".formatted(file), failure);
        }
    }

    private static List<String> names(String file, List<String> lines) {
        var names = new ArrayList<String>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            String text = i == 0 && line.startsWith(BYTE_ORDER_MARK)
                    ? line.substring(1).strip()
                    : line;
            int number = i + 1;
            if (!text.isEmpty()) {
                names.add(NameLine.name(text).orElseThrow(() -> notAString(file, number, text)));
            }
        }
        return names;
    }

    private static StokerException notAString(String file, int number, String line) {
        return new StokerException(
                "%s, line %d: %s is in quotes but not a JSON string; write quotes within it as \\\" and backslashes as \\\\"
                        .formatted(file, number, line));
    }

    /** Writes a file that {@link #read} reads. */
    public static void write(Path file, List<String> names) {
        AtomicFile.write(
                file, names.stream().map(name -> NameLine.of(name) + "\n").collect(Collectors.joining()));
    }

    private static void refuseDuplicates(String file, List<String> names) {
        var seen = new HashSet<String>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw new StokerException("%s names the class '%s' twice".formatted(file, name));
            }
        }
    }

    /** The label of the class whose folder has this name. */
    public int label(Path root, String name) {
        int label = names.indexOf(name);
        if (label < 0) {
            throw new StokerException("%s is the folder of a class that is not one of the %d in %s%s"
                    .formatted(root.resolve(name), names.size(), origin, NameSuggestion.didYouMean(name, names)));
        }
        return label;
    }
}
