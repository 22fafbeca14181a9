/** Commands on a cluster: its flags, what its hosts start, and their output. */
@NullMarked
package dev.stoker.cli.internal.cluster;

import org.jspecify.annotations.NullMarked;
