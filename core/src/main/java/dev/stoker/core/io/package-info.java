/**
 * Knows files that are written atomically, SHA-256 hashes, the framing of TFRecord files, the wire format of protocol
 * buffers, and loading native libraries when several processes unpack them; it never touches what a file means.
 */
@NullMarked
package dev.stoker.core.io;

import org.jspecify.annotations.NullMarked;
