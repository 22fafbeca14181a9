/**
 * Knows where files may be: folders of this machine, object stores and web servers, listed, described and read by
 * position alike; it never touches what a file means.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.data.storage;

import org.jspecify.annotations.NullMarked;
