/** What more ranks give: measured by runs of a plan, and predicted by a model. It knows no tensors and no sockets. */
@NullMarked
package dev.stoker.lab.scaling;

import org.jspecify.annotations.NullMarked;
