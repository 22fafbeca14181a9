package dev.stoker.spark.executor;

import java.util.function.Consumer;

/** Keeps the last line that a process wrote to standard error, without those of a stack trace, which are indented. */
final class LastLine implements Consumer<String> {
    private volatile String line = "";

    @Override
    public void accept(String next) {
        if (!next.isBlank() && !Character.isWhitespace(next.charAt(0))) {
            line = next.strip();
        }
    }

    String sentence() {
        return line.replaceFirst("^stoker: ", "");
    }
}
