/**
 * Knows tf.train.Example, the message that most TFRecord files hold: named lists of integers, floats or byte strings,
 * described by a schema; it never touches files, nor what a feature means.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.data.example;

import org.jspecify.annotations.NullMarked;
