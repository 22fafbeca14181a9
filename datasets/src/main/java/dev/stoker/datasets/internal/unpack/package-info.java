/**
 * Unpacks archives that may be hostile: nothing is written outside the target folder, no link is followed and the
 * unpacked size is limited; it never touches what the files mean.
 */
@NullMarked
package dev.stoker.datasets.internal.unpack;

import org.jspecify.annotations.NullMarked;
