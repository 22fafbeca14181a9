package dev.stoker.serve.internal.protocol;

import dev.stoker.serve.internal.batch.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The files of a form (multipart/form-data), from a body that is in memory already: nothing is written to disk. */
public final class MultipartForm {
    private static final Pattern BOUNDARY =
            Pattern.compile("(?i);\\s*boundary=(?:\"([^\"]{1,200})\"|([^;\\s\"]{1,200}))");
    private static final Pattern FILE_NAME = Pattern.compile("(?i);\\s*filename=\"([^\"]*)\"");
    private static final byte[] END_OF_HEADER = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_HEADER = 4_096;

    /** A file under the name that the client gave it. */
    public record File(String name, byte[] content) {}

    private MultipartForm() {}

    public static boolean isOne(String contentType) {
        return contentType.regionMatches(true, 0, "multipart/form-data", 0, "multipart/form-data".length());
    }

    /** Its files; other fields are left out. */
    public static List<File> files(byte[] body, String contentType, int most) {
        byte[] delimiter = ("--" + boundary(contentType)).getBytes(StandardCharsets.ISO_8859_1);
        var files = new ArrayList<File>();
        int at = indexOf(body, delimiter, 0, body.length);
        while (true) {
            if (at < 0) {
                throw RefusedException.invalid("the form ends before its last boundary");
            }
            int begin = at + delimiter.length;
            if (begin + 1 < body.length && body[begin] == '-' && body[begin + 1] == '-') {
                return files;
            }
            int next = indexOf(body, delimiter, begin, body.length);
            file(body, begin, next).ifPresent(files::add);
            if (files.size() > most) {
                throw RefusedException.tooLarge("a form has at most %,d files here".formatted(most));
            }
            at = next;
        }
    }

    private static String boundary(String contentType) {
        var match = BOUNDARY.matcher(contentType);
        if (!match.find()) {
            throw RefusedException.invalid("the content type multipart/form-data names no boundary");
        }
        return Optional.ofNullable(match.group(1)).orElseGet(() -> match.group(2));
    }

    private static Optional<File> file(byte[] body, int begin, int next) {
        int headerEnd = indexOf(body, END_OF_HEADER, begin, Math.min(body.length, begin + LONGEST_HEADER));
        int end = next - 2; // a line end belongs to the boundary
        if (next < 0 || headerEnd < 0 || headerEnd + END_OF_HEADER.length > end) {
            return Optional.empty();
        }
        var name = FILE_NAME.matcher(new String(body, begin, headerEnd - begin, StandardCharsets.UTF_8));
        return name.find()
                ? Optional.of(new File(name.group(1), Arrays.copyOfRange(body, headerEnd + END_OF_HEADER.length, end)))
                : Optional.empty();
    }

    private static int indexOf(byte[] body, byte[] wanted, int from, int to) {
        for (int at = from; at <= to - wanted.length; at++) {
            if (body[at] == wanted[0] && Arrays.equals(body, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        return -1;
    }
}
