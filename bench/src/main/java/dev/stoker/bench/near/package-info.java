/** Simulates caches of training samples: hits of policies, over the orders that training has. */
@NullMarked
package dev.stoker.bench.near;

import org.jspecify.annotations.NullMarked;
