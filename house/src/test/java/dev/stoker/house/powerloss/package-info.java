/**
 * Power loss: a file system that records every change, a disk that forgets what was not forced, and what the product makes of
 * each state that such a disk can be in.
 */
@NullMarked
package dev.stoker.house.powerloss;

import org.jspecify.annotations.NullMarked;
