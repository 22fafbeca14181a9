package dev.stoker.storage;

import dev.stoker.core.StokerException;
import java.util.stream.Stream;

/** Names in listings are the words of a server: one that leads elsewhere, or that terminals would obey, is refused. */
final class ListedName {
    private ListedName() {}

    static void check(String location, String name) {
        boolean bad = name.startsWith("/")
                || name.contains("\\")
                || name.chars().anyMatch(ListedName::isControl)
                || Stream.of(name.split("/", -1))
                        .anyMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
        if (bad) {
            throw new StokerException(
                    "the listing of %s holds the name '%s', which is no path below it; rename that object, or move it elsewhere"
                            .formatted(location, printable(name)));
        }
    }

    /** Marks that turn the direction of text would show another name than the one there is. */
    private static boolean isControl(int character) {
        return Character.isISOControl(character) || Character.getType(character) == Character.FORMAT;
    }

    private static String printable(String name) {
        var text = new StringBuilder();
        name.codePoints().limit(100).forEach(character -> text.appendCodePoint(isControl(character) ? '�' : character));
        return text.toString();
    }
}
