package dev.stoker.core.serving;

import dev.stoker.core.Bytes;
import java.time.Duration;

/**
 * What clients may ask for.
 *
 * @param body the most bytes of a request
 * @param pixels the most pixels of an image, before it is decoded
 * @param connections the most that are open at the same time; further ones wait to be accepted
 * @param header the most bytes of the header of a request
 * @param request the longest that a client may take to send a request, and that a connection may be idle
 */
public record ServeLimits(Bytes body, long pixels, int connections, Bytes header, Duration request) {
    private static final long SMALLEST_HEADER = 1_024;
    private static final long LARGEST = 1L << 30;

    public ServeLimits {
        ServeSettings.require(
                "max-body",
                body.count() >= SMALLEST_HEADER && body.count() <= LARGEST,
                "a body has a limit of 1 KiB to 1 GiB, got " + body);
        ServeSettings.require("max-pixels", pixels >= 1, "an image has at least 1 pixel, got " + pixels);
        ServeSettings.require("connections", connections >= 1, "at least 1 connection is needed, got " + connections);
        ServeSettings.require(
                "max-header",
                header.count() >= SMALLEST_HEADER && header.count() <= LARGEST,
                "a header has a limit of 1 KiB to 1 GiB, got " + header);
        ServeSettings.require("request-time", request.isPositive(), "a request takes more than no time");
    }
}
