/** Served models: opened, checked against their card, warmed up, replaced while requests are answered. */
@NullMarked
package dev.stoker.serve.internal.model;

import org.jspecify.annotations.NullMarked;
