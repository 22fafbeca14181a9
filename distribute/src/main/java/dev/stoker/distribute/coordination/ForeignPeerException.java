package dev.stoker.distribute.coordination;

import java.io.IOException;

/** The other side of a connection is no rank of Stoker. */
final class ForeignPeerException extends IOException {
    private static final long serialVersionUID = 1L;

    ForeignPeerException() {
        super("the other side does not begin as a rank does");
    }
}
