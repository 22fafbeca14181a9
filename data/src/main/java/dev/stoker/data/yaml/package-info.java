/**
 * Reads YAML into trees of text, with limits and without aliases, and writes such trees back; it does not know what
 * the keys mean.
 */
@NullMarked
package dev.stoker.data.yaml;

import org.jspecify.annotations.NullMarked;
