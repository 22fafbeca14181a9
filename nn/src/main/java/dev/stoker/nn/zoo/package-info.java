/**
 * Published architectures by name (ResNet, VGG, MobileNet, EfficientNet, RegNet, DenseNet and others), with the weight names of
 * torchvision or timm; it never touches weights or files.
 *
 * <p>Part of the public API.
 */
@NullMarked
package dev.stoker.nn.zoo;

import org.jspecify.annotations.NullMarked;
