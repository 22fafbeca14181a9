/**
 * Knows libtorch: tensors and the scopes they live in, devices, precision, fused updates. It alone imports
 * {@code org.bytedeco}, and it never touches models or files.
 */
@NullMarked
package dev.stoker.tensor;

import org.jspecify.annotations.NullMarked;
