package dev.stoker.core.serving;

import java.net.URI;

/** A model that is being served. */
public interface ModelServer extends AutoCloseable {
    /** Where it listens, without the token. */
    URI address();

    /** The name of the model in addresses. */
    String model();

    /**
     * Ends it without losing a request: readiness is taken back, connections are closed after their next answer, and what has begun is
     * finished. Returns when nothing is left.
     */
    @Override
    void close();
}
