/**
 * Knows commands, flags and the terminal. It never touches logic of its own: what a command does is done by the room
 * {@code job}.
 */
@NullMarked
package dev.stoker.cli;

import org.jspecify.annotations.NullMarked;
