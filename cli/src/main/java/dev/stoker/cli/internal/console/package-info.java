/**
 * What commands print: progress bars, tables and reports on a terminal or as plain lines; it knows no flags but those
 * of the output.
 */
@NullMarked
package dev.stoker.cli.internal.console;

import org.jspecify.annotations.NullMarked;
