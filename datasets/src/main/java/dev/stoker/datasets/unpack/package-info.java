/**
 * Knows archives, and that they may be hostile: nothing is written outside the folder they are unpacked into, no link
 * is made or followed, and what they may unfold into is limited. It never touches what the files mean.
 */
@NullMarked
package dev.stoker.datasets.unpack;

import org.jspecify.annotations.NullMarked;
