package dev.stoker.bench.storage;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Finds where an answer of HTTP/1.1 ends, from its length; bodies in chunks end with the next request. */
final class AnswerBoundary {
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)");
    private static final int LARGEST_HEAD = 1 << 16;

    private final boolean hasBody;
    private final StringBuilder head = new StringBuilder();
    private long left = -1;
    private boolean ended;

    /** The answer to a request that starts like this. */
    AnswerBoundary(byte[] request, int length) {
        hasBody = length < 5 || !new String(request, 0, 5, StandardCharsets.ISO_8859_1).equals("HEAD ");
    }

    /** Takes the next bytes; true where they are the last of the answer. */
    boolean take(byte[] bytes, int length) {
        if (ended) {
            return false;
        }
        int body = length;
        if (left < 0) {
            head.append(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
            int end = head.indexOf("\r\n\r\n");
            if (end < 0) {
                ended = head.length() > LARGEST_HEAD;
                return false;
            }
            body = head.length() - end - 4;
            var found = LENGTH.matcher(head.substring(0, end));
            left = hasBody && found.find() ? Long.parseLong(found.group(1)) : 0;
        }
        left -= body;
        ended = left <= 0;
        return ended;
    }
}
