package dev.stoker.serve.internal.web;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** A file of the class path, read once. */
final class PageRoute implements Handler {
    private static final String FOLDER = "/dev/stoker/serve/page/";

    private final byte[] content;
    private final String type;

    PageRoute(String name, String type) {
        this.type = type;
        try (InputStream stream = PageRoute.class.getResourceAsStream(FOLDER + name)) {
            if (stream == null) {
                throw new IllegalStateException("%s is not on the class path".formatted(name));
            }
            content = stream.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void handle(Context request) {
        request.contentType(type).result(content);
    }
}
