/** Files and folders as both downloading and preparation use them: creating, moving and deleting, class names. */
@NullMarked
package dev.stoker.datasets.internal.file;

import org.jspecify.annotations.NullMarked;
