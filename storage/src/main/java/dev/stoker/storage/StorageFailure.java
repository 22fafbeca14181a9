package dev.stoker.storage;

import dev.stoker.core.StokerException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.opendal.OpenDALException;

/** What a server, or the way to it, has against a request, in a sentence with the address. */
final class StorageFailure {
    /** OpenDAL lists what it asked for before what went wrong, headers of the answer among it, and a backtrace after it. */
    private static final Pattern REASON = Pattern.compile("=> ([^\\n]*)");

    /** The failure below, of the network for example. */
    private static final Pattern SOURCE =
            Pattern.compile("Source:\\s+(?:error sending request for url \\([^)]*\\): )?([^\\n]*)");

    private static final int LONGEST_REASON = 200;

    /** What OpenDAL says of an answer that is longer than the range that was asked for. */
    private static final String TOO_MUCH = "too much data";

    private StorageFailure() {}

    static StokerException of(String location, OpenDALException failure) {
        return new StokerException(
                switch (failure.getCode()) {
                    case NotFound -> "%s is not there; check the address".formatted(location);
                    case PermissionDenied ->
                        "%s: the server denies access; check the credentials (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN), and whether they may read it"
                                .formatted(location);
                    case RateLimited ->
                        "%s: the server refuses so many requests, also after some time; run again later"
                                .formatted(location);
                    case RangeNotSatisfied ->
                        "%s is shorter than expected: it has changed; upload the whole set again".formatted(location);
                    default -> unexpected(location, reason(failure));
                },
                failure);
    }

    private static String unexpected(String location, String reason) {
        return reason.contains(TOO_MUCH)
                ? "%s: the server sends all of it where a range was asked for; use one that answers requests for ranges"
                        .formatted(location)
                : "cannot read %s (%s); check the address and the network".formatted(location, reason);
    }

    private static Optional<String> first(Pattern pattern, String message) {
        var found = pattern.matcher(message);
        return found.find() ? Optional.of(found.group(1).strip()) : Optional.empty();
    }

    private static String reason(OpenDALException failure) {
        String message = String.valueOf(failure.getMessage());
        String line = first(SOURCE, message)
                .or(() -> first(REASON, message))
                .orElse(failure.getCode().toString());
        return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "…";
    }
}
