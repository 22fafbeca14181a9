package dev.stoker.dashboard.internal.web;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Lets through what this dashboard's own pages ask, and refuses the rest with a sentence: other methods, other origins, other
 * names of this machine (a page elsewhere may have its name resolve to 127.0.0.1), and who does not know the token.
 */
final class RequestGuard implements Handler {
    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern PORT = Pattern.compile(":\\d+$");

    /** Drawing needs no inline code, no inline style and no other server. */
    private static final String CONTENT_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                    + " manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final boolean loopbackOnly;
    private final Optional<AccessToken> token;

    RequestGuard(boolean loopbackOnly, Optional<AccessToken> token) {
        this.loopbackOnly = loopbackOnly;
        this.token = token;
    }

    @Override
    public void handle(Context request) {
        headers(request);
        String host = Optional.ofNullable(request.header("Host")).orElse("");
        if (!request.method().name().equals("GET")) {
            request.header("Allow", "GET");
            refuse(request, 405, "this is a view: only GET is answered");
        } else if (loopbackOnly && !LOOPBACK_NAMES.contains(PORT.matcher(host).replaceFirst(""))) {
            refuse(request, 403, "this dashboard is reached as localhost only");
        } else if (isForeign(request, host)) {
            refuse(request, 403, "other sites may not read this dashboard");
        } else if (token.isPresent() && !token.get().isKnownTo(request)) {
            refuse(request, 401, "the address lacks the token: open the one that `stoker dashboard` printed");
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

    /** A link from elsewhere may open the page, but nothing elsewhere may fetch or embed what is here. */
    private static boolean isForeign(Context request, String host) {
        String origin = request.header("Origin");
        String site = request.header("Sec-Fetch-Site");
        boolean opened = "navigate".equals(request.header("Sec-Fetch-Mode"))
                && "document".equals(request.header("Sec-Fetch-Dest"));
        boolean elsewhere = "cross-site".equals(site) || "same-site".equals(site);
        return (origin != null && !origin.equals("http://" + host)) || (elsewhere && !opened);
    }

    static void refuse(Context request, int status, String sentence) {
        request.status(status)
                .contentType("text/plain; charset=utf-8")
                .result(sentence + "\n")
                .skipRemainingHandlers();
    }
}
