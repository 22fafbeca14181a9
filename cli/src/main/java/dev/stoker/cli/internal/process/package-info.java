/** How a command ends when a signal asks for it. For this module only; it never knows what the command does. */
@NullMarked
package dev.stoker.cli.internal.process;

import org.jspecify.annotations.NullMarked;
