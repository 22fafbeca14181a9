package dev.stoker.tensor.collective;

import dev.stoker.tensor.LibTorch;
import java.time.Duration;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;

/**
 * A server of libtorch (TCPStore) in which the ranks of one group leave their addresses for each other. Rank 0 opens it before
 * it tells the others the port, and keeps it open until all of them are connected. A second group needs a second store: in the
 * first it would find the addresses of the first group.
 */
public final class RendezvousStore implements AutoCloseable {
    /** The store connects to itself once, from the same host. */
    private static final String THIS_HOST = "localhost";

    private final TCPStore store;
    private boolean closed;

    private RendezvousStore(TCPStore store) {
        this.store = store;
    }

    /** Listens on a free port of all addresses of this host. */
    public static RendezvousStore open(Duration timeout) {
        LibTorch.load();
        try (var _ = new PointerScope()) {
            var options = options(0, timeout).isServer(true);
            return new RendezvousStore(new TCPStore(THIS_HOST, options).retainReference());
        } catch (RuntimeException failure) {
            throw new CommunicationException("the store in which ranks find each other could not be opened", failure);
        }
    }

    static TCPStoreOptions options(int port, Duration timeout) {
        return new TCPStoreOptions()
                .port((short) port)
                .isServer(false)
                .waitWorkers(false)
                .timeout(new Milliseconds(timeout.toMillis()));
    }

    /** The port on which it listens. */
    public int port() {
        return Short.toUnsignedInt(store.getPort());
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            store.releaseReference();
        }
    }
}
