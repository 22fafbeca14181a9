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
            Pattern.compile("Source:\\s+(?:error [a-z ]+ for url \\([^)]*\\): )?([^\\n]*)");

    private static final Pattern STATUS = Pattern.compile("Parts \\{ status: (\\d+)");

    /** What comes after the path of a URL: tokens of Azure are there. */
    private static final Pattern QUERY = Pattern.compile("\\?[^\\s)\"]+");

    private static final int LONGEST_REASON = 200;

    private StorageFailure() {}

    static StokerException of(String location, OpenDALException failure) {
        String message = QUERY.matcher(String.valueOf(failure.getMessage())).replaceAll("?…");
        String sentence = ServerCode.in(message)
                .map(code -> code.sentence(location))
                .or(() -> circumstance(location, message))
                .orElseGet(() -> sentence(location, failure.getCode(), message));
        // A cause with the queries of URLs would print tokens.
        return new StokerException(sentence, new IllegalStateException(message));
    }

    /** What OpenDAL has no code for. */
    private static Optional<String> circumstance(String location, String message) {
        if (message.contains("too many redirects")) {
            return Optional.of(
                    "%s: the server redirects in a circle; correct its configuration, or name the address that it leads to"
                            .formatted(location));
        }
        if (message.contains("too much data")) {
            return Optional.of(
                    "%s: the server sends all of it where a range was asked for; use one that answers requests for ranges"
                            .formatted(location));
        }
        if (message.contains("too little data")) {
            return Optional.of(
                    "%s: the server sends less than the range that was asked for; use one that answers requests for ranges, and upload the whole set again where it has changed"
                            .formatted(location));
        }
        return first(STATUS, message).filter("401"::equals).map(_ -> denied(location, message));
    }

    private static String sentence(String location, OpenDALException.Code code, String message) {
        return switch (code) {
            case NotFound -> "%s is not there; check the address".formatted(location);
            case PermissionDenied -> denied(location, message);
            case RateLimited ->
                "%s: the server refuses so many requests, also after some time; run again later".formatted(location);
            case RangeNotSatisfied ->
                "%s is shorter than expected: it has changed; upload the whole set again".formatted(location);
            case Unsupported ->
                "%s cannot be listed: name a prepared set, or a folder of this machine or of an object store"
                        .formatted(location);
            default ->
                "cannot read %s (%s); check the address and the network".formatted(location, reason(code, message));
        };
    }

    private static String denied(String location, String message) {
        return "%s: the server denies access; check %s, and whether they may %s it"
                .formatted(location, CredentialNames.of(location), message.contains(" at list") ? "list" : "read");
    }

    private static Optional<String> first(Pattern pattern, String message) {
        var found = pattern.matcher(message);
        return found.find() ? Optional.of(found.group(1).strip()) : Optional.empty();
    }

    private static String reason(OpenDALException.Code code, String message) {
        String line = first(SOURCE, message)
                .or(() -> first(REASON, message).filter(text -> !text.isEmpty()))
                .or(() -> first(STATUS, message).map("the server answers with status %s"::formatted))
                .orElse(code.toString());
        String printable = line.replaceAll("\\p{Cntrl}", "�");
        return printable.length() <= LONGEST_REASON ? printable : printable.substring(0, LONGEST_REASON) + "…";
    }
}
