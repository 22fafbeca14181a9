/**
 * Knows a configuration as scalars, sequences and mappings with line numbers, and reads typed arguments from it; it
 * never touches files or the syntax of YAML.
 */
@NullMarked
package dev.stoker.core.config;

import org.jspecify.annotations.NullMarked;
