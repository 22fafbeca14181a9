package dev.stoker.telemetry.hardware;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Reads numbers out of the small text files of /proc and /sys; missing values are absent. */
final class ProcFile {
    private static final Pattern SPACES = Pattern.compile("\\s+");

    private ProcFile() {}

    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException _) {
            return List.of();
        }
    }

    /** The number that is a file's whole content. */
    static OptionalLong number(Path file) {
        return lines(file).stream().findFirst().map(ProcFile::parse).orElseGet(OptionalLong::empty);
    }

    /** The number after a name at the start of a line. */
    static OptionalLong field(Path file, String name) {
        return lines(file).stream()
                .map(line -> SPACES.split(line))
                .filter(words -> words.length > 1 && words[0].equals(name))
                .findFirst()
                .map(words -> parse(words[1]))
                .orElseGet(OptionalLong::empty);
    }

    /** The fields of a file that is read once: lines of a name and a number. */
    static final class Fields {
        private static final long KIBIBYTE = 1024;

        private final Map<String, String> values = new HashMap<>();

        Fields(Path file) {
            for (String line : lines(file)) {
                String[] words = SPACES.split(line, 3);
                if (words.length > 1) {
                    values.putIfAbsent(words[0], words[1]);
                }
            }
        }

        OptionalLong number(String name) {
            var text = values.get(name);
            return text == null ? OptionalLong.empty() : parse(text);
        }

        /** A size that the file gives in kibibytes, in bytes. */
        OptionalLong kibibytes(String name) {
            var number = number(name);
            return number.isPresent() ? OptionalLong.of(number.getAsLong() * KIBIBYTE) : number;
        }
    }

    private static OptionalLong parse(String word) {
        try {
            return OptionalLong.of(Long.parseLong(word));
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }
}
