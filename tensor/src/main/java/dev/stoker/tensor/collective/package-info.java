/**
 * Communication between the processes of distributed training: sums and broadcasts over ranks, with Gloo for CPU tensors
 * and values of the host, with NCCL for tensors of a GPU; it never touches models, gradients or how ranks are started.
 */
@NullMarked
package dev.stoker.tensor.collective;

import org.jspecify.annotations.NullMarked;
