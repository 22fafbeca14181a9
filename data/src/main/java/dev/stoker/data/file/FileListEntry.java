package dev.stoker.data.file;

/**
 * One line of a list: its number in the file, a path, and a label that is still a text.
 *
 * @param split what the column of splits holds; empty where there is none
 */
public record FileListEntry(int line, String path, String label, String split) {
    private static final int LONGEST_NUMBER = 9;

    FileListEntry(int line, String path, String label) {
        this(line, path, label, "");
    }

    boolean isNumber() {
        int start = label.startsWith("-") ? 1 : 0;
        return label.length() > start && label.chars().skip(start).allMatch(letter -> letter >= '0' && letter <= '9');
    }

    /** The label as a number; if it has too many digits, one that is larger than any class. */
    int number() {
        return label.length() > LONGEST_NUMBER ? Integer.MAX_VALUE - 1 : Integer.parseInt(label);
    }
}
