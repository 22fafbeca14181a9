/**
 * How ranks find each other and notice that one is lost. Rank 0 listens on a port, every other rank connects to it once;
 * over this connection they greet, exchange a few messages before training, and afterwards show every half second that
 * they are alive.
 *
 * <p>The network between ranks is trusted, as with PyTorch: whoever reaches the port of rank 0 can claim to be a rank, and
 * nothing is encrypted. The protocol carries numbers, text and bytes of limited length; it never executes anything and
 * never deserializes objects. What connects and does not greet as a rank is closed without an answer. Rank 0 listens on
 * loopback alone where its address is given as one, otherwise on all interfaces.
 */
@NullMarked
package dev.stoker.distribute.coordination;

import org.jspecify.annotations.NullMarked;
