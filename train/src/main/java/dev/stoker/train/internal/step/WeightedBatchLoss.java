package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.step.ClassWeightedLoss;
import dev.stoker.train.step.Loss;
import java.util.Optional;

/**
 * Sums over images, divided by the sum of the weights of all images of the batch. With Mixup and CutMix both labels of an
 * image have their weights; since each label of a micro-batch is once the first and once the second of an image, the sum of
 * the weights is the same.
 */
final class WeightedBatchLoss implements BatchLoss {
    private final ClassWeightedLoss loss;
    private final Optional<Communicator> others;
    private final Tensor classWeights;
    /** The sum of the weights of the batch. */
    private final Tensor weight;

    private final Tensor inverseWeight;
    private final Tensor images;

    WeightedBatchLoss(ClassWeightedLoss loss, StepResources resources) {
        this.loss = loss;
        others = resources.parallel().filter(_ -> !resources.isAlone()).map(parallel -> parallel.communicator());
        classWeights = loss.weights().on(resources.device());
        weight = Tensor.zeros(DataType.FLOAT64, resources.device());
        inverseWeight = Tensor.zeros(DataType.FLOAT32, resources.device());
        images = Tensor.zeros(DataType.FLOAT64, resources.device());
    }

    @Override
    public Loss function() {
        return (logits, labels) -> loss.rows().sum(logits, labels, Optional.of(classWeights));
    }

    @Override
    public void prepare(DeviceInput input) {
        images.fillInPlace((double) input.wholeSize());
        try (var _ = TensorScope.open("class weights");
                var _ = Gradients.off()) {
            var ofImages = classWeights.elementsAt(input.labels(0, input.size()));
            weight.copyFrom(ofImages.to(DataType.FLOAT64, weight.device()).sum());
        }
        invert();
    }

    @Override
    public void agree() {
        others.ifPresent(ranks -> {
            ranks.sum(weight);
            invert();
        });
    }

    private void invert() {
        try (var _ = TensorScope.open("class weights");
                var _ = Gradients.off()) {
            inverseWeight.copyFrom(weight.reciprocalOrZero());
        }
    }

    @Override
    public Tensor part(Tensor sum, int count, int batch) {
        return sum.times(inverseWeight);
    }

    @Override
    public Tensor total(Tensor sum, int count) {
        return sum.to(DataType.FLOAT64, sum.device()).times(inverseWeight).times(images);
    }
}
