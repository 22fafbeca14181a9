/** Training that follows, or accompanies, a change of a model. */
@NullMarked
package dev.stoker.optimize.finetune;

import org.jspecify.annotations.NullMarked;
