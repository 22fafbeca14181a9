package dev.stoker.serve.internal.web;

import dev.stoker.core.serving.ServeSettings;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Who may ask: this machine unless told, those who know the token, and no page of another site. Probes of health are free. */
final class RequestGuard implements Handler {
    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern PORT = Pattern.compile(":\\d+$");
    private static final String HEALTH = "/v2/health/";

    /** The page is one file: its script and style are in it, and nothing is loaded from elsewhere. */
    private static final String CONTENT_POLICY =
            "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src blob: data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final boolean loopbackOnly;
    private final Optional<AccessToken> token;

    RequestGuard(ServeSettings settings) {
        loopbackOnly = ServeSettings.isLoopback(settings.host());
        token = settings.token().map(AccessToken::new);
    }

    @Override
    public void handle(Context request) {
        headers(request);
        String host = Optional.ofNullable(request.header("Host")).orElse("");
        if (loopbackOnly && !LOOPBACK_NAMES.contains(PORT.matcher(host).replaceFirst(""))) {
            refuse(request, 403, "this server is reached as localhost only");
        } else if (isForeign(request, host)) {
            refuse(request, 403, "other sites may not use this server");
        } else if (token.isPresent()
                && !request.path().startsWith(HEALTH)
                && !token.get().isKnownTo(request)) {
            request.header("WWW-Authenticate", "Bearer");
            refuse(request, 401, "the token is missing or wrong: send it as `Authorization: Bearer TOKEN`");
        } else {
            token.ifPresent(known -> known.remember(request));
        }
    }

    private static void headers(Context request) {
        request.header("Content-Security-Policy", CONTENT_POLICY);
        request.header("X-Content-Type-Options", "nosniff");
        request.header("X-Frame-Options", "DENY");
        request.header("Referrer-Policy", "no-referrer");
        request.header("Cross-Origin-Opener-Policy", "same-origin");
        request.header("Cross-Origin-Resource-Policy", "same-origin");
        request.header("Cache-Control", "no-store");
    }

    /** A link from elsewhere may open the page, but nothing elsewhere may ask for an answer. */
    private static boolean isForeign(Context request, String host) {
        String origin = request.header("Origin");
        String site = request.header("Sec-Fetch-Site");
        boolean opened = "navigate".equals(request.header("Sec-Fetch-Mode"))
                && "document".equals(request.header("Sec-Fetch-Dest"))
                && request.method().name().equals("GET");
        boolean elsewhere = "cross-site".equals(site) || "same-site".equals(site);
        return (origin != null && !origin.equals("http://" + host)) || (elsewhere && !opened);
    }

    private static void refuse(Context request, int status, String sentence) {
        ErrorReplies.write(request, status, sentence);
        request.skipRemainingHandlers();
    }
}
