package dev.stoker.job;

import dev.stoker.core.StokerException;
import dev.stoker.core.WholeFile;
import dev.stoker.datasets.ImageSet;
import dev.stoker.nn.Model;
import dev.stoker.nn.Summary;
import dev.stoker.train.Confusion;
import dev.stoker.train.Evaluation;
import dev.stoker.train.LoopSettings;
import dev.stoker.train.Standing;
import dev.stoker.train.Trainer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a finished run came to. */
public record RunResult(
        Path run,
        String model,
        Summary summary,
        String data,
        String device,
        int epochs,
        long steps,
        double testAccuracy,
        double testLoss,
        double trainAccuracy,
        double trainLoss,
        double imagesPerSecond,
        double seconds,
        String modelSha256,
        LoopSettings.End end,
        Standing standing,
        Evaluation test,
        List<String> classes) {
    public RunResult {
        classes = List.copyOf(classes);
    }

    static RunResult of(RunFolder folder, Plan plan, Trainer.Outcome.Finished finished, Model model, ImageSet set) {
        double seconds = finished.progress().seconds();
        return new RunResult(
                folder.path(),
                model.name(),
                Summary.of(model),
                plan.data(),
                plan.device(),
                plan.epochs(),
                finished.progress().step(),
                finished.test().accuracy(),
                finished.test().loss(),
                finished.training().accuracy(),
                finished.training().loss(),
                images(finished, plan, set.training().size()) / seconds,
                seconds,
                sha256(folder.model()),
                finished.end(),
                finished.progress().standing(),
                finished.test(),
                set.classes());
    }

    /** A pass over all images takes a known number of steps, the last of them short. */
    private static double images(Trainer.Outcome.Finished finished, Plan plan, int trainingImages) {
        return finished.progress().step()
                * (double) trainingImages
                / Math.ceilDiv(trainingImages, plan.imagesPerStep());
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("run", run.toString());
        fields.put("model", model);
        fields.put("parameters", summary.parameters());
        fields.put("multiply_adds_per_image", summary.multiplyAdds());
        fields.put("data", data);
        fields.put("device", device);
        fields.put("epochs", epochs);
        fields.put("steps", steps);
        fields.put("test_accuracy", testAccuracy);
        fields.put("test_loss", testLoss);
        fields.put("test_top5_accuracy", test.topFive());
        fields.put("best_test_accuracy", standing.bestAccuracy());
        fields.put("best_test_loss", standing.bestLoss());
        fields.put("best_step", standing.bestStep());
        fields.put("end", end.name().toLowerCase(Locale.ROOT));
        fields.put("train_accuracy", trainAccuracy);
        fields.put("train_loss", trainLoss);
        fields.put("images_per_second", imagesPerSecond);
        fields.put("seconds", seconds);
        fields.put("model_sha256", modelSha256);
        test.confusion().ifPresent(confusion -> fields.put("per_class", perClass(confusion)));
        return fields;
    }

    private List<Map<String, Object>> perClass(Confusion confusion) {
        return confusion.perClass().stream().map(this::fields).toList();
    }

    private Map<String, Object> fields(Confusion.ClassScore score) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("class", classes.get(score.label()));
        fields.put("images", score.images());
        fields.put("precision", score.precision());
        fields.put("recall", score.recall());
        return fields;
    }

    private static String sha256(Path file) {
        try (var input = new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
            input.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(input.getMessageDigest().digest());
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(file, WholeFile.reason(failure)), failure);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
