package dev.stoker.train.internal.step;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.DeviceMemory;
import dev.stoker.train.step.DeviceOutOfMemoryException;
import dev.stoker.train.step.StepSettings;
import java.util.Collection;
import java.util.function.BooleanSupplier;

/**
 * What happens when the device has too little memory for a step: everything that the attempt changed is restored, and the
 * step is repeated: with memory that others have released, with activations that are not kept, or in twice as many micro-batches.
 */
final class OutOfMemoryRecovery {
    private final Device device;
    private final StepSettings.OutOfMemory policy;
    private final TensorSnapshot beforeStep;
    private final BooleanSupplier recompute;
    private BooleanSupplier releaseOfOthers = () -> false;
    private int microBatches;
    private boolean updating;

    /**
     * {@code changed} are the tensors that an attempt changes before it updates weights; {@code recompute} makes passes keep
     * fewer activations, and is false where they cannot.
     */
    OutOfMemoryRecovery(Device device, StepSettings settings, Collection<Tensor> changed, BooleanSupplier recompute) {
        this.recompute = recompute;
        this.device = device;
        policy = settings.outOfMemory();
        microBatches = settings.microBatches();
        beforeStep = new TensorSnapshot(changed);
    }

    /** Called before micro-batches shrink: releases memory that is held elsewhere; false where there is none. */
    void releaseOfOthers(BooleanSupplier release) {
        releaseOfOthers = release;
    }

    /** Micro-batches per step by now. */
    int microBatches() {
        return microBatches;
    }

    /** An attempt begins; one that is replayed has all of its memory, so nothing is saved for it. */
    void attemptBegins(boolean replayed) {
        if (!replayed) {
            beforeStep.save();
        }
        updating = false;
    }

    /** From here on the attempt changes weights and cannot be repeated. */
    void updateBegins() {
        updating = true;
    }

    /** So many micro-batches from now on. */
    void use(int agreed) {
        microBatches = agreed;
    }

    /** After passes that were only tried: what they changed is as before. */
    void undo() {
        beforeStep.restore();
    }

    /**
     * Prepares another attempt on a batch of so many images, or throws where none would help; {@code exchanging} says that other
     * ranks wait for the rest of this one.
     */
    void recover(RuntimeException failure, int batch, boolean exchanging) {
        if (!DeviceMemory.isOutOfMemory(failure)) {
            throw failure;
        }
        failIfUpdating(failure);
        failIfExchanging(failure, exchanging);
        if (!releaseOfOthers.getAsBoolean() && !recomputes()) {
            failUnlessSmallerMicroBatchesHelp(failure, Math.ceilDiv(batch, microBatches));
            microBatches = 2 * microBatches;
        }
        beforeStep.restore();
    }

    private boolean recomputes() {
        return policy == StepSettings.OutOfMemory.HALVE && recompute.getAsBoolean();
    }

    private void failIfUpdating(RuntimeException failure) {
        if (updating) {
            throw new DeviceOutOfMemoryException(
                            ("%s has too little memory to update the weights, which are partly updated now; start"
                                            + " again from the last checkpoint with a smaller batch or model")
                                    .formatted(device),
                            failure)
                    .about("batch", "model");
        }
    }

    /** Where other ranks wait for the rest of a step, it cannot be repeated. */
    void failIfExchanging(RuntimeException failure, boolean exchanging) {
        if (exchanging) {
            throw new DeviceOutOfMemoryException(
                            "%s has too little memory for a step of which other ranks have a part already; use a smaller batch, or more ranks"
                                    .formatted(device),
                            failure)
                    .about("batch", "global-batch");
        }
    }

    private void failUnlessSmallerMicroBatchesHelp(RuntimeException failure, int images) {
        if (images == 1) {
            throw new DeviceOutOfMemoryException(
                            "%s has too little memory for a batch of 1; use a smaller model, smaller images or a 16-bit precision"
                                    .formatted(device),
                            failure)
                    .about("model", "size", "precision");
        }
        if (policy == StepSettings.OutOfMemory.FAIL) {
            throw new DeviceOutOfMemoryException(
                            "%s has too little memory for %d images at once; use a smaller batch, or out-of-memory halve"
                                    .formatted(device, images),
                            failure)
                    .about("batch", "out-of-memory");
        }
    }
}
