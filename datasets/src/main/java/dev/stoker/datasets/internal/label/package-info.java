/** How cells of labels are read where they are not one class each. For this module only; it never touches files. */
@NullMarked
package dev.stoker.datasets.internal.label;

import org.jspecify.annotations.NullMarked;
