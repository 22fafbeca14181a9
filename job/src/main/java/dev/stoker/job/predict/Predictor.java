package dev.stoker.job.predict;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.data.Rows;
import dev.stoker.data.yaml.YamlReader;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.datasets.table.UnlabeledTable;
import dev.stoker.image.transform.CompiledTransformChain;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import dev.stoker.train.evaluation.Classifier;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.step.Loss;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A trained model, ready to be used: classifies image files or rows of a table, and evaluates on labeled data, as the evaluations of its run did.
 * Any thread may call it; calls are carried out one after another on a thread of its own. Settings of the native libraries,
 * such as the number of threads, are those of the predictor that was opened last.
 */
public final class Predictor implements AutoCloseable {
    private static final int DEFAULT_TOP = 5;
    private static final int BATCH_ON_CPU = 64;
    private static final int BATCH_ON_GPU = 256;

    private final ModelFile origin;
    private final UsableModel model;
    private final ModelCard card;
    private final Plan plan;
    private final Device device;
    private final boolean batchIsGiven;
    private final OwnThread thread = new OwnThread("predictor");
    private Optional<SizedClassifier> classifier = Optional.empty();

    /** A classifier for batches of a size. */
    private record SizedClassifier(int batch, Loss loss, RowClassifier classifier) {}

    private Predictor(ModelFile origin, UsableModel model, boolean batchIsGiven) {
        this.origin = origin;
        this.model = model;
        this.batchIsGiven = batchIsGiven;
        card = model.card();
        plan = model.plan();
        device = model.device();
    }

    /** The best weights of a run folder, a file of weights, or an ONNX file that was exported. */
    public static Predictor open(Path runOrFile) {
        return open(ModelFile.find(runOrFile, ModelFile.Choice.BEST), PredictorSettings.DEFAULTS);
    }

    public static Predictor open(ModelFile origin, PredictorSettings settings) {
        UsableModel model = StoredOnnxModel.isOne(origin.file())
                ? StoredOnnxModel.open(origin.file(), settings)
                : StoredModel.open(origin.file(), settings);
        return new Predictor(origin, model, settings.keys().containsKey("batch"));
    }

    public ModelCard card() {
        return card;
    }

    /** The file of the weights. */
    public Path file() {
        return origin.file();
    }

    /** What a person should know of how the model is used, a line for each. */
    public List<String> notes() {
        var notes = new ArrayList<String>();
        origin.note().ifPresent(notes::add);
        notes.addAll(model.notes());
        return notes;
    }

    /** The five most probable classes of an image; one that cannot be decoded is an error. */
    public Prediction predict(Path image) {
        var prediction = predict(List.of(image)).getFirst();
        prediction.problem().ifPresent(problem -> {
            throw new StokerException("%s: %s".formatted(image, problem));
        });
        return prediction;
    }

    /** The five most probable classes of each image, or the values of a model of regression. */
    public List<Prediction> predict(List<Path> images) {
        var predictions = new ArrayList<Prediction>(images.size());
        predict(images, DEFAULT_TOP, predictions::add);
        return predictions;
    }

    /**
     * Passes on a prediction for each image with its {@code top} most probable classes, in order and as soon as it is there; an
     * image that cannot be decoded has a problem instead of classes. The consumer is called on the predictor's thread.
     */
    public void predict(List<Path> images, int top, Consumer<Prediction> consumer) {
        refuseTop(top);
        refuseTables();
        var files = List.copyOf(images);
        if (!files.isEmpty()) {
            thread.run(() -> predictHere(files, top, consumer));
        }
    }

    private static void refuseTop(int top) {
        if (top < 1) {
            throw new StokerException("top must be at least 1, got " + top).about("top");
        }
    }

    private void refuseTables() {
        if (card.table().isPresent()) {
            throw new StokerException(
                    "%s is a model for rows of a table, with the label %s, and not for images; give one CSV or TSV file"
                            .formatted(
                                    origin.file(),
                                    card.table().map(ModelCard.Table::label).orElse("")));
        }
    }

    /**
     * Passes on a prediction for each image, in order, with all classes whose probability is at least the threshold, the most probable
     * first, for a model whose images have any number of classes.
     */
    public void predictLabels(List<Path> images, double threshold, Consumer<Prediction> consumer) {
        if (!(threshold >= 0 && threshold <= 1)) {
            throw new StokerException("threshold must be from 0 to 1, got " + threshold).about("threshold");
        }
        predict(images, card.classes().size(), prediction -> consumer.accept(prediction.atLeast(threshold)));
    }

    /** What the model says of a sample. */
    public Task task() {
        return plan.task();
    }

    private void predictHere(List<Path> files, int top, Consumer<Prediction> consumer) {
        var source = new ImageFileRows(files, compiled());
        classify(source.rows(), files.size(), top, (number, output) -> {
            var problem = source.takeProblem(number).or(output::problem);
            var said = problem.isPresent() ? ModelOutput.NONE : output;
            consumer.accept(new Prediction(files.get(number), said.classes(), said.values(), problem));
        });
    }

    /**
     * Passes on a prediction for each row of a CSV or TSV file with its {@code top} most probable classes, in order, for a
     * model of tables. Columns are found by name, and a label is not needed; a row with text in a numeric column or the wrong
     * number of cells has a problem instead of classes. Returns what a person should know about the columns, a line for each.
     */
    public List<String> predictRows(Path table, int top, Consumer<RowPrediction> consumer) {
        refuseTop(top);
        var read = tableOf(table);
        thread.run(() -> classify(read.rows().evaluationRows(), read.size(), top, (number, output) -> {
            var problem = Optional.ofNullable(read.problems().get(number)).or(output::problem);
            var said = problem.isPresent() ? ModelOutput.NONE : output;
            consumer.accept(new RowPrediction(number + 1L, said.classes(), said.values(), problem));
        }));
        return read.notes();
    }

    private UnlabeledTable tableOf(Path path) {
        var table = card.table()
                .orElseThrow(() -> new StokerException(
                        "%s is a model for images, and %s is a table".formatted(origin.file(), path)));
        var columns = (ConfigNode.Mapping) YamlReader.parse(table.columns(), "columns");
        return UnlabeledTable.read(path, columns);
    }

    /** Receives the number of a sample and what the model says of it. */
    private interface OutputConsumer {
        void accept(int number, ModelOutput output);
    }

    private void classify(Rows<?> rows, int count, int top, OutputConsumer consumer) {
        var reader = ModelOutput.reader(card, top, plan.task());
        int batch = Math.min(predictedBatch(), count);
        atLeast(batch).classify(feed(rows, batch), (logits, numbers, size) -> {
            for (int i = 0; i < size; i++) {
                int number = (int) numbers.getAtIndex(ValueLayout.JAVA_LONG, i);
                consumer.accept(number, reader.read(logits, i));
            }
        });
    }

    /** Measures predictions for these images, and both halves of them alone, one after another; warmed up by a batch of each. */
    public PredictionThroughput measure(List<Path> images) {
        refuseTables();
        var files = List.copyOf(images);
        return thread.call(() -> {
            int batch = Math.min(predictedBatch(), files.size());
            var classifier = atLeast(batch);
            var noise = NoiseRows.of(card.input(), files.size());
            classifier.classify(feed(NoiseRows.of(card.input(), batch), batch), (_, _, _) -> {});
            return new PredictionThroughput(
                    perSecond(files, () -> drain(new ImageFileRows(files, compiled()).rows(), batch)),
                    perSecond(files, () -> classifier.classify(feed(noise, batch), (_, _, _) -> {})),
                    perSecond(files, () -> predictHere(files, 1, _ -> {})));
        });
    }

    private static double perSecond(List<Path> files, Runnable work) {
        long start = System.nanoTime();
        work.run();
        return files.size() / ((System.nanoTime() - start) * 1e-9);
    }

    private void drain(Rows<?> rows, int batch) {
        try (var feed = feed(rows, batch).apply(BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                feed.next().close();
            }
        }
    }

    private CompiledTransformChain compiled() {
        return feeds().compiled();
    }

    private RowFeeds feeds() {
        return new RowFeeds(card, plan, device);
    }

    private int predictedBatch() {
        return batchIsGiven
                ? plan.imagesPerStep()
                : switch (device) {
                    case Device.Cpu _ -> BATCH_ON_CPU;
                    case Device.Cuda _ -> BATCH_ON_GPU;
                };
    }

    /** Evaluates on a split of a dataset, whose classes are matched by name; refuses one that the model does not know. */
    public Evaluation evaluate(LabeledDataset set, DatasetSplit split) {
        var evaluated = new EvaluationRows(card, origin.file());
        var rows = evaluated.of(set, split, this::compiled);
        var loss = evaluated.loss(set);
        int batch = plan.imagesPerStep();
        return thread.call(() -> exactly(batch, loss).evaluate(feed(rows, batch)));
    }

    /** Evaluates on a part of any data that can be trained on. */
    public ModelEvaluation evaluate(String data, EvaluatedPart part) {
        try (var samples = EvaluatedData.open(card, EvaluationPlan.on(plan, card, data), part)) {
            long start = System.nanoTime();
            var evaluation = samples.splits().stream()
                    .map(split -> evaluate(samples.stored(), split))
                    .reduce(EvaluationSum::of)
                    .orElseThrow();
            return new ModelEvaluation(
                    origin.file(),
                    card.model(),
                    data,
                    samples.name(),
                    card.classes(),
                    evaluation,
                    (System.nanoTime() - start) * 1e-9);
        }
    }

    private Classifier.FeedOpener feed(Rows<?> rows, int batch) {
        return memory -> feeds().open(rows, batch, memory);
    }

    private RowClassifier atLeast(int batch) {
        return classifier
                .filter(open -> open.batch >= batch)
                .orElseGet(() -> reopened(batch, Loss.crossEntropy(0)))
                .classifier;
    }

    /** Another batch size might compute with other kernels. */
    private RowClassifier exactly(int batch, Loss loss) {
        return classifier
                .filter(open -> open.batch == batch && open.loss.equals(loss))
                .orElseGet(() -> reopened(batch, loss))
                .classifier;
    }

    private SizedClassifier reopened(int batch, Loss loss) {
        closeClassifier();
        var opened = new SizedClassifier(batch, loss, model.open(batch, loss));
        classifier = Optional.of(opened);
        return opened;
    }

    private void closeClassifier() {
        classifier.ifPresent(open -> open.classifier.close());
        classifier = Optional.empty();
    }

    @Override
    public void close() {
        try (model;
                thread) {
            thread.run(this::closeClassifier);
        }
    }
}
