package dev.stoker.nn.weights;

import dev.stoker.core.StokerException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file of weights is truncated, damaged, or none at all; another copy of it may be sound. */
public final class DamagedFileException extends StokerException {
    private static final long serialVersionUID = 1L;

    private final String damage;

    DamagedFileException(Path file, String damage) {
        super("%s is truncated or damaged: %s; fetch or save it again".formatted(file, damage));
        this.damage = damage;
    }

    DamagedFileException(String message, String damage, @Nullable Throwable cause) {
        super(message);
        if (cause != null) {
            initCause(cause);
        }
        this.damage = damage;
    }

    /** What is wrong with it, without the file and the remedy. */
    public String damage() {
        return damage;
    }
}
