/** Measures plans and runs: what limits them, what changes that, and how runs compare. */
@NullMarked
package dev.stoker.lab;

import org.jspecify.annotations.NullMarked;
