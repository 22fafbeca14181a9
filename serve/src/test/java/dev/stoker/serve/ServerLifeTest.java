package dev.stoker.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.serving.ServeSettings;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.image.transform.TransformChain;
import java.awt.Color;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Starting, replacing and ending a server. */
@Timeout(60)
class ServerLifeTest {
    private static final byte[] GREEN = TestModels.png(Color.GREEN, 20, 20);

    @TempDir
    private Path folder;

    private final OnnxModelServing serving = new OnnxModelServing();

    private void refused(Path file, String sentence) {
        assertThatThrownBy(() -> serving.open(file, TestModels.settings(), _ -> {}))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(sentence);
    }

    @Test
    void filesThatAreNoModelsOfImagesAreRefused() throws IOException {
        refused(folder.resolve("none.onnx"), "there is no file");
        Path cut = TestModels.pixels(folder.resolve("cut.onnx"), 1);
        Files.write(cut, Arrays.copyOf(Files.readAllBytes(cut), 100));
        refused(cut, "ONNX Runtime cannot load");
        refused(Files.writeString(folder.resolve("text.onnx"), "hello"), "ONNX Runtime cannot load");
        refused(TestModels.pixels(folder.resolve("elsewhere.onnx"), 1, Map.of("a", "b")), "has no model card");
        refused(TestModels.pixels(folder.resolve("damaged.onnx"), 1, Map.of(ModelCard.KEY, "{}")), "the model card of");
    }

    @Test
    void aModelOfTablesIsRefused() {
        var table = new ModelCard(
                "mlp",
                Optional.empty(),
                TestModels.CLASSES,
                Shape.vector(4),
                Optional.empty(),
                TransformChain.none(),
                Optional.of(new ModelCard.Table("species", "[]")),
                Map.of(),
                Optional.empty());
        refused(
                TestModels.pixels(folder.resolve("table.onnx"), 1, table.toMetadata()),
                "is a model for rows of a table");
    }

    @Test
    void anInputThatIsNotThatOfTheCardIsRefused() {
        var card = TestModels.card();
        var other = new ModelCard(
                card.model(),
                card.layers(),
                card.classes(),
                new Shape(9, 9, 3),
                card.normalization(),
                card.transforms(),
                card.table(),
                card.plan(),
                card.dividedSamples());
        refused(TestModels.pixels(folder.resolve("other.onnx"), 1, other.toMetadata()), "by its card it should take");
    }

    @Test
    void aPortInUseIsNamed() throws IOException {
        Path file = TestModels.pixels(folder.resolve("model.onnx"), 1);
        try (var taken = new ServerSocket(0)) {
            var settings = TestModels.settings();
            var same = new ServeSettings(
                    "127.0.0.1",
                    taken.getLocalPort(),
                    settings.token(),
                    settings.name(),
                    settings.batching(),
                    settings.limits(),
                    settings.drain());
            assertThatThrownBy(() -> serving.open(file, same, _ -> {}))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("port %d of 127.0.0.1 is in use", taken.getLocalPort());
        }
    }

    @Test
    void aTokenIsNeededForEverythingButHealth() throws Exception {
        Path file = TestModels.pixels(folder.resolve("model.onnx"), 1);
        try (var server = serving.open(file, TestModels.withToken("correct-horse"), _ -> {});
                var client = new Client(server.address())) {
            assertThat(client.get("/v2/health/ready").statusCode()).isEqualTo(200);
            assertThat(client.get("/").statusCode()).isEqualTo(401);
            assertThat(client.post("/predict", GREEN).statusCode()).isEqualTo(401);
            assertThat(client.post("/predict", GREEN, "Authorization", "Bearer wrong-horse")
                            .statusCode())
                    .isEqualTo(401);
            assertThat(client.post("/predict", GREEN, "Authorization", "Bearer correct-horse")
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThatThrownBy(() -> new ServeSettings(
                        "0.0.0.0",
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        TestModels.settings().batching(),
                        TestModels.limits(),
                        Duration.ZERO))
                .hasMessageContaining("needs a token");
    }

    @Test
    void aReplacedFileAnswersAndABrokenOneChangesNothing() throws Exception {
        Path file = TestModels.pixels(folder.resolve("model.onnx"), 1);
        var log = new ConcurrentLinkedQueue<String>();
        try (var server = serving.open(file, TestModels.settings(), log::add);
                var client = new Client(server.address())) {
            replace(file, TestModels.pixels(folder.resolve("next.onnx"), -1));
            await(() -> Client.text(client.get("/v2/models/colors")).contains("\"versions\":[\"2\"]"));
            assertThat(client.classOf(GREEN)).isNotEqualTo("green");

            replace(file, Files.writeString(folder.resolve("broken.onnx"), "broken"));
            await(() -> Client.text(client.post("/v2/repository/index", "")).contains("ONNX Runtime cannot load"));
            assertThat(log).anyMatch(line -> line.startsWith("version 2 goes on: ONNX Runtime cannot load"));
            assertThat(client.classOf(GREEN)).isNotEqualTo("green");
            var reply = client.post("/v2/repository/models/colors/load", "");
            assertThat(reply.statusCode()).isEqualTo(400);
            assertThat(Client.text(reply)).contains("ONNX Runtime cannot load");
        }
    }

    private static void replace(Path file, Path next) throws IOException {
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition) throws Exception {
        for (int tries = 0; tries < 200; tries++) {
            if (condition.holds()) {
                return;
            }
            Thread.sleep(50);
        }
        throw new AssertionError("it did not happen within 10 s");
    }

    /** Each answer is one of the two models', and none is missing. */
    @Test
    void noRequestIsLostWhileModelsAreReplaced() throws Exception {
        Path file = TestModels.pixels(folder.resolve("model.onnx"), 1);
        try (var server = serving.open(file, TestModels.settings(), _ -> {});
                var client = new Client(server.address());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var ended = new AtomicBoolean();
            var asking = new ArrayList<Future<Integer>>();
            for (int i = 0; i < 8; i++) {
                asking.add(threads.submit(() -> {
                    int answered = 0;
                    while (!ended.get()) {
                        assertThat(client.post("/predict", GREEN).statusCode()).isEqualTo(200);
                        answered++;
                    }
                    return answered;
                }));
            }
            for (int i = 0; i < 5; i++) {
                replace(file, TestModels.pixels(folder.resolve("next.onnx"), i % 2 == 0 ? -1 : 1));
                assertThat(client.post("/v2/repository/models/colors/load", "").statusCode())
                        .isEqualTo(200);
            }
            ended.set(true);
            for (var each : asking) {
                assertThat(each.get()).isPositive();
            }
        }
    }

    @Test
    void whatWasBegunIsFinishedAtTheEnd() throws Exception {
        Path file = TestModels.pixels(folder.resolve("model.onnx"), 1);
        var server = serving.open(file, TestModels.settings(), _ -> {});
        try (var client = new Client(server.address());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var asking = new ArrayList<Future<List<Integer>>>();
            for (int i = 0; i < 8; i++) {
                asking.add(threads.submit(() -> {
                    var statuses = new ArrayList<Integer>();
                    try {
                        while (true) {
                            statuses.add(client.post("/predict", GREEN).statusCode());
                        }
                    } catch (ConnectException _) {
                        return statuses; // nobody listens any more; nothing was sent
                    }
                }));
            }
            Thread.sleep(300);
            server.close();
            for (var each : asking) {
                assertThat(each.get()).isNotEmpty().containsOnly(200);
            }
        }
    }
}
