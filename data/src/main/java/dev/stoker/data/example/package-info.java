/**
 * Knows {@code tf.train.Example}, the message that most records hold: named lists of integers, floats or byte strings,
 * described by a schema. It never touches files, nor what a feature means.
 */
@NullMarked
package dev.stoker.data.example;

import org.jspecify.annotations.NullMarked;
