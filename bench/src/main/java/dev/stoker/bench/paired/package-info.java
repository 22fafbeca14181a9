/** Two trainings that differ in one thing, as processes that take turns on the machine. */
@NullMarked
package dev.stoker.bench.paired;

import org.jspecify.annotations.NullMarked;
