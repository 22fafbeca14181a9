package dev.stoker.data.file;

import java.util.List;

/**
 * One line of a list: its number in the file, a path, and labels that are still texts.
 *
 * @param labels one, or as many as columns were chosen
 * @param split what the column of splits holds; empty where there is none
 */
public record FileListEntry(int line, String path, List<String> labels, String split) {
    private static final int LONGEST_NUMBER = 9;

    public FileListEntry {
        labels = List.copyOf(labels);
    }

    FileListEntry(int line, String path, String label) {
        this(line, path, List.of(label), "");
    }

    /** The first, or only, one. */
    public String label() {
        return labels.getFirst();
    }

    boolean isNumber() {
        String label = label();
        int start = label.startsWith("-") ? 1 : 0;
        return label.length() > start && label.chars().skip(start).allMatch(letter -> letter >= '0' && letter <= '9');
    }

    /** The label as a number; if it has too many digits, one that is larger than any class. */
    int number() {
        String label = label();
        return label.length() > LONGEST_NUMBER ? Integer.MAX_VALUE - 1 : Integer.parseInt(label);
    }
}
