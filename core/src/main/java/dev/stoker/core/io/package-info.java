/**
 * Knows files that are written atomically, the framing of TFRecord files, and loading native libraries when several
 * processes unpack them; it never touches what a file means.
 */
@NullMarked
package dev.stoker.core.io;

import org.jspecify.annotations.NullMarked;
