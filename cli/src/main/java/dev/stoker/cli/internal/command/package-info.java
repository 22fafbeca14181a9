/** Commands that need nothing of the command line but their own flags. */
@NullMarked
package dev.stoker.cli.internal.command;

import org.jspecify.annotations.NullMarked;
