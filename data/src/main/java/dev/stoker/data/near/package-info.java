/**
 * Knows which records of a remote set are kept on a disk of this machine, and keeps them; it never touches what a record means,
 * nor where it comes from.
 */
@NullMarked
package dev.stoker.data.near;

import org.jspecify.annotations.NullMarked;
