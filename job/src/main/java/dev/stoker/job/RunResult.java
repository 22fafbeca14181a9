package dev.stoker.job;

import dev.stoker.core.StokerException;
import dev.stoker.core.WholeFile;
import dev.stoker.nn.Summary;
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
        String modelSha256) {

    static RunResult of(
            RunFolder folder, Plan plan, Trainer.Outcome.Finished finished, Summary summary, int trainingImages) {
        double seconds = finished.progress().seconds();
        return new RunResult(
                folder.path(),
                plan.model(),
                summary,
                plan.data(),
                plan.device(),
                plan.epochs(),
                finished.progress().step(),
                finished.test().accuracy(),
                finished.test().loss(),
                finished.training().accuracy(),
                finished.training().loss(),
                (double) plan.epochs() * trainingImages / seconds,
                seconds,
                sha256(folder.model()));
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
        fields.put("train_accuracy", trainAccuracy);
        fields.put("train_loss", trainLoss);
        fields.put("images_per_second", imagesPerSecond);
        fields.put("seconds", seconds);
        fields.put("model_sha256", modelSha256);
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
