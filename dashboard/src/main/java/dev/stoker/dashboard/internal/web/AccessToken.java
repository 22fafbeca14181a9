package dev.stoker.dashboard.internal.web;

import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a browser must know. It is given once in the address, as a header by programs, and afterwards in a cookie that pages
 * cannot read and that no other site can send.
 */
record AccessToken(String text, String cookie) {
    boolean isKnownTo(Context request) {
        return Stream.of(request.queryParam("token"), bearer(request), request.cookie(cookie))
                .anyMatch(this::matches);
    }

    private static @Nullable String bearer(Context request) {
        String header = request.header("Authorization");
        return header != null && header.startsWith("Bearer ") ? header.substring("Bearer ".length()) : null;
    }

    /** In constant time: how long it takes says nothing about how much was right. */
    private boolean matches(@Nullable String given) {
        return given != null
                && MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }

    void remember(Context request) {
        if (matches(request.queryParam("token"))) {
            request.res().addHeader("Set-Cookie", "%s=%s; Path=/; HttpOnly; SameSite=Strict".formatted(cookie, text));
        }
    }
}
