package dev.stoker.spark.executor;

import java.nio.charset.StandardCharsets;

/** A kind and what belongs to it. */
public record Message(MessageKind kind, byte[] content) {
    public Message(MessageKind kind) {
        this(kind, new byte[0]);
    }

    public Message(MessageKind kind, String text) {
        this(kind, text.getBytes(StandardCharsets.UTF_8));
    }

    public String text() {
        return new String(content, StandardCharsets.UTF_8);
    }
}
