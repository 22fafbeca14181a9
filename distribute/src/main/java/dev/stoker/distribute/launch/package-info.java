/**
 * Starts the ranks of a command on this host and on others, watches them, and starts them again after a failure. It knows
 * processes, hosts and variables; what the command does is not its concern.
 */
@NullMarked
package dev.stoker.distribute.launch;

import org.jspecify.annotations.NullMarked;
