package dev.stoker.telemetry.hardware;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    /**
     * The fields of a file that is read once: lines of a name and a number. Each is searched for where it is asked for, since a run
     * samples files of hundreds of lines every second for a few of them, too seldom for compiled code.
     */
    static final class Fields {
        private static final long KIBIBYTE = 1024;

        private final String text;

        Fields(Path file) {
            text = "\n" + ProcFile.text(file);
        }

        OptionalLong number(String name) {
            int line = text.indexOf("\n" + name);
            while (line >= 0) {
                int start = line + 1 + name.length();
                int from = start;
                while (from < text.length() && (text.charAt(from) == ' ' || text.charAt(from) == '\t')) {
                    from++;
                }
                if (from > start) {
                    return digits(from);
                }
                line = text.indexOf("\n" + name, start); // a longer name that begins with this one
            }
            return OptionalLong.empty();
        }

        private OptionalLong digits(int from) {
            int end = from;
            while (end < text.length() && Character.isDigit(text.charAt(end))) {
                end++;
            }
            return parse(text.substring(from, end));
        }

        /** A size that the file gives in kibibytes, in bytes. */
        OptionalLong kibibytes(String name) {
            var number = number(name);
            return number.isPresent() ? OptionalLong.of(number.getAsLong() * KIBIBYTE) : number;
        }
    }

    private static String text(Path file) {
        try (var stream = new FileInputStream(file.toString())) {
            return new String(stream.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return "";
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
