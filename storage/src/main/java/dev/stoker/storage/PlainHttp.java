package dev.stoker.storage;

import dev.stoker.core.StokerException;
import dev.stoker.data.storage.StorageAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Whether credentials may go to a server over HTTP without TLS, where everyone on the way can read or reuse them. */
final class PlainHttp {
    /** Hosts, with their ports or without, that the user trusts the way to. */
    static final String TRUSTED = "STOKER_PLAIN_HTTP";

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private PlainHttp() {}

    /** Whether this server is asked over HTTP, is not this machine, and was not named by the user. */
    static boolean isRefused(String endpoint, Environment environment) {
        if (!endpoint.toLowerCase(Locale.ROOT).startsWith("http://")) {
            return false;
        }
        String host = authority(endpoint);
        String name = host.replaceAll(":\\d+$", "");
        var trusted = Pattern.compile("[, ]+")
                .splitAsStream(environment.variable(TRUSTED).orElse("").toLowerCase(Locale.ROOT))
                .toList();
        return !LOOPBACK.contains(name) && !trusted.contains(host) && !trusted.contains(name);
    }

    /** Never names the credentials themselves. */
    static StokerException refusal(StorageAddress address, String endpoint) {
        String host = authority(endpoint);
        return new StokerException(
                "%s: credentials are not sent to http://%s, since everyone on the way could use them; use https, or set %s=%s where the way is safe"
                        .formatted(address, host, TRUSTED, host));
    }

    private static String authority(String endpoint) {
        String found = URI.create(endpoint).getRawAuthority();
        return found == null ? "" : found.substring(found.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
    }
}
