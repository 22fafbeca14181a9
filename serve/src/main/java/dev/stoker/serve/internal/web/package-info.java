/** The HTTP side of a served model: routes, limits, who may ask, and how it ends. */
@NullMarked
package dev.stoker.serve.internal.web;

import org.jspecify.annotations.NullMarked;
