package dev.stoker.data.storage;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where files are, as it is written in a plan: {@code s3://bucket/prefix}, {@code gs://bucket/prefix}, {@code
 * az://container/prefix}, {@code webhdfs://host:port/path}, {@code https://host/folder} or {@code file:///folder}.
 *
 * @param host a bucket or a container, or a host with its port; empty for this machine
 * @param path without a slash at its end
 */
public record StorageAddress(String scheme, String host, String path) {
    private static final String LOCAL = "file";
    private static final List<String> SCHEMES = List.of("s3", "gs", "az", "webhdfs", "https", "http", LOCAL);
    private static final Pattern FORM = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://.*");

    /** Whether a text is an address rather than a name or a path. */
    public static boolean isAddress(String text) {
        return FORM.matcher(text).matches();
    }

    /** The address that a text is; empty for names and paths. */
    public static Optional<StorageAddress> find(String text) {
        return isAddress(text) ? Optional.of(parse(text)) : Optional.empty();
    }

    /** Whether a text is an address of something that is not on this machine. */
    public static boolean isRemote(String text) {
        return find(text).filter(address -> !address.isLocal()).isPresent();
    }

    private static StorageAddress parse(String text) {
        var form = FORM.matcher(text);
        boolean _ = form.matches();
        String scheme = form.group(1).toLowerCase(Locale.ROOT);
        if (!SCHEMES.contains(scheme)) {
            throw refused("an address of data starts with %s://, got '%s://'%s"
                    .formatted(String.join("://, ", SCHEMES), scheme, NameSuggestion.didYouMean(scheme, SCHEMES)));
        }
        var parts = parts(text);
        if (parts.getUserInfo() != null) {
            throw refused("the address of data on %s holds credentials, which every log would show: remove them from it"
                    .formatted(String.valueOf(parts.getHost())));
        }
        if (parts.getQuery() != null || parts.getFragment() != null) {
            throw refused("the address %s ends in a query or a fragment; name the folder of the dataset alone"
                    .formatted(text));
        }
        String host = Optional.ofNullable(parts.getAuthority()).orElse("");
        if (host.isEmpty() != scheme.equals(LOCAL)) {
            throw refused("the address %s names no %s: write %s"
                    .formatted(
                            text,
                            hostTitle(scheme),
                            scheme.equals(LOCAL) ? "file:///folder" : scheme + "://name/folder"));
        }
        return new StorageAddress(scheme, host, path(text, parts));
    }

    /** A step upward would lead out of what was named, where a server follows it. */
    private static String path(String text, URI parts) {
        String path = parts.getPath();
        boolean hasSteps = Stream.of(path.split("/", -1)).anyMatch(step -> step.equals("..") || step.equals("."));
        if (hasSteps || path.chars().anyMatch(Character::isISOControl)) {
            throw refused("the path of the address %s holds '.', '..' or control characters; name the folder itself"
                    .formatted(text));
        }
        return path.replaceAll("/+$", "");
    }

    private static String hostTitle(String scheme) {
        return switch (scheme) {
            case "s3", "gs" -> "bucket";
            case "az" -> "container";
            default -> "host";
        };
    }

    private static URI parts(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException failure) {
            throw refused("'%s' is not an address (%s)".formatted(text, failure.getReason()));
        }
    }

    private static StokerException refused(String sentence) {
        return new StokerException(sentence).about("data");
    }

    boolean isLocal() {
        return scheme.equals(LOCAL);
    }

    @Override
    public String toString() {
        return scheme + "://" + host + path;
    }
}
