package dev.stoker.serve.internal.web;

import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What clients must know: programs send it as a bearer token. A browser gets it once in the address, and afterwards in a cookie that pages
 * cannot read and that no other site can send.
 */
record AccessToken(String text) {
    private static final String COOKIE = "stoker_serve";
    private static final String BEARER = "Bearer ";

    boolean isKnownTo(Context request) {
        return Stream.of(bearer(request), request.queryParam("token"), request.cookie(COOKIE))
                .anyMatch(this::matches);
    }

    private static @Nullable String bearer(Context request) {
        String header = request.header("Authorization");
        return header != null && header.startsWith(BEARER) ? header.substring(BEARER.length()) : null;
    }

    /** In constant time: how long it takes says nothing about how much was right. */
    private boolean matches(@Nullable String given) {
        return given != null
                && MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }

    void remember(Context request) {
        if (matches(request.queryParam("token"))) {
            request.res().addHeader("Set-Cookie", "%s=%s; Path=/; HttpOnly; SameSite=Strict".formatted(COOKIE, text));
        }
    }
}
