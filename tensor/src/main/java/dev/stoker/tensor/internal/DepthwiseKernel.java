package dev.stoker.tensor.internal;

/** Computes depthwise convolutions (a kernel for each channel) and their gradients, outside of autograd. */
public interface DepthwiseKernel extends ConvolutionKernel {}
