package dev.stoker.tensor;

import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.jspecify.annotations.Nullable;

/**
 * A block that owns native memory. Every tensor made on a thread belongs to the innermost scope that is open there and
 * is freed when that scope closes, so memory stays flat without waiting for a garbage collector that cannot see it.
 */
public final class TensorScope implements AutoCloseable {
    private static final ThreadLocal<@Nullable TensorScope> INNERMOST = new ThreadLocal<>();

    private final String name;
    private final @Nullable TensorScope outer;
    private final PointerScope pointers;
    private boolean closed;

    private TensorScope(String name, @Nullable TensorScope outer) {
        this.name = name;
        this.outer = outer;
        this.pointers = new PointerScope();
    }

    /** Opens a scope inside the innermost one of this thread; close it in a try block. */
    public static TensorScope open(String name) {
        LibTorch.load();
        var scope = new TensorScope(name, INNERMOST.get());
        INNERMOST.set(scope);
        return scope;
    }

    static TensorScope innermost() {
        var scope = INNERMOST.get();
        if (scope == null) {
            throw new IllegalStateException(
                    "no TensorScope is open on this thread, so this tensor would never be freed; open one: try (var _ ="
                            + " TensorScope.open(\"…\"))");
        }
        return scope;
    }

    public String name() {
        return name;
    }

    boolean isClosed() {
        return closed;
    }

    /** Keeps a tensor of an inner scope alive as long as this one; the handle that is returned is the one to use. */
    public Tensor keep(Tensor tensor) {
        refuseIfClosed();
        Pointer handle = tensor.handle();
        pointers.attach(handle);
        return new Tensor(tensor.handle(), this);
    }

    void release(Pointer handle) {
        pointers.detach(handle);
    }

    private void refuseIfClosed() {
        if (closed) {
            throw new IllegalStateException("scope '%s' is closed and can keep nothing".formatted(name));
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        var innermost = INNERMOST.get();
        if (innermost != this) {
            throw new IllegalStateException(
                    innermost == null
                            ? "scope '%s' was opened on another thread; close it there".formatted(name)
                            : "scope '%s' cannot close while '%s', opened after it, is still open"
                                    .formatted(name, innermost.name));
        }
        closed = true;
        if (outer == null) {
            INNERMOST.remove();
        } else {
            INNERMOST.set(outer);
        }
        pointers.close();
    }

    @Override
    public String toString() {
        return "TensorScope " + name;
    }
}
