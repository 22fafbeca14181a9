/** YAML as trees of texts, and back. */
@NullMarked
package dev.stoker.job.yaml;

import org.jspecify.annotations.NullMarked;
