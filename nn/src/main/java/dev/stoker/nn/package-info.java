/**
 * Knows models as values: layers as records in a tree, the zoo, initial weights, the forward pass, the summary, and files
 * of weights (safetensors, torch.save). It never touches how a model is trained.
 */
@NullMarked
package dev.stoker.nn;

import org.jspecify.annotations.NullMarked;
