/**
 * The commands and flags of stoker; it holds no logic of its own: what a command does is done by job and bench.
 */
@NullMarked
package dev.stoker.cli;

import org.jspecify.annotations.NullMarked;
