/** Finds what limits a plan: measures its parts in turn, names the bottleneck, and predicts what other hardware would give. */
@NullMarked
package dev.stoker.lab.doctor;

import org.jspecify.annotations.NullMarked;
