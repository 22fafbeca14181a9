/**
 * The data API that users see: a dataset and its transformations, its iterators, data loaders and batch feeds, caches
 * and resource limits; it never touches pixels or tensors.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.data;

import org.jspecify.annotations.NullMarked;
