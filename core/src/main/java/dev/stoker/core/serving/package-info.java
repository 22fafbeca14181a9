/** What can be asked of the optional module {@code serve}, which answers requests with a trained model. */
@NullMarked
package dev.stoker.core.serving;

import org.jspecify.annotations.NullMarked;
