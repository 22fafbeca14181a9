package dev.stoker.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.serving.ModelServer;
import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client gets that asks as it should. */
class ServeTest {
    private static final byte[] GREEN = TestModels.png(new Color(10, 200, 30), 40, 20);

    @TempDir
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static ModelServer server;

    @SuppressWarnings("NullAway.Init")
    private static Client client;

    @BeforeAll
    static void start() {
        server = new OnnxModelServing()
                .open(TestModels.pixels(folder.resolve("model.onnx"), 0.1), TestModels.settings(), _ -> {});
        client = new Client(server.address());
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    @Test
    void anImageIsAnsweredWithItsClassesInOrder() throws Exception {
        var reply = client.post("/predict?top=2", GREEN);
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(Client.text(reply))
                .contains("\"model\":\"colors\",\"version\":\"1\"", "\"class\":\"green\",\"label\":1")
                .containsOnlyOnce("\"blue\"")
                .doesNotContain("red");
    }

    /** Means of 10, 200 and 30, times 0.1. */
    @Test
    void labelsOfAMultiLabelModelAreProbableEachByItself() throws Exception {
        var file = TestModels.pixels(
                folder.resolve("labels.onnx"),
                0.1,
                TestModels.card(Map.of("multi-label", "true")).toMetadata());
        try (var several = new OnnxModelServing().open(file, TestModels.settings(), _ -> {});
                var asking = new Client(several.address())) {
            assertThat(Client.text(asking.post("/predict", GREEN)))
                    .containsPattern("green\",\"label\":1,\"probability\":(1\\.0|0\\.99999)")
                    .containsPattern("blue\",\"label\":2,\"probability\":0\\.952")
                    .containsPattern("red</b>\",\"label\":0,\"probability\":0\\.731");
            var tensors = Client.text(asking.post(
                    "/v2/models/colors/infer", """
                        {"inputs": [{"name": "encoded", "shape": [1], "datatype": "BYTES", "data": ["%s"]}],
                        "outputs": [{"name": "probabilities"}, {"name": "classes"}]}\
                        """.formatted(Base64.getEncoder().encodeToString(GREEN))));
            assertThat(tensors).contains("0.7310586", "green|blue|<b>red</b>");
        }
    }

    /** The file has the units of the data already. */
    @Test
    void aModelOfRegressionAnswersWithNumbers() throws Exception {
        try (var numbers = new OnnxModelServing()
                        .open(TestModels.numbers(folder.resolve("numbers.onnx")), TestModels.settings(), _ -> {});
                var asking = new Client(numbers.address())) {
            assertThat(Client.text(asking.post("/predict", GREEN)))
                    .contains("\"values\":{\"redness\":10.0,\"greenness\":200.0,\"blueness\":30.0}")
                    .doesNotContain("classes", "probability");
            String encoded = """
                {"inputs": [{"name": "encoded", "shape": [1], "datatype": "BYTES", "data": ["%s"]}]%s}\
                """;
            String image = Base64.getEncoder().encodeToString(GREEN);
            assertThat(Client.text(asking.post("/v2/models/colors/infer", encoded.formatted(image, ""))))
                    .contains("\"values\"", "[10.0,200.0,30.0]");
            assertThat(Client.text(asking.post(
                            "/v2/models/colors/infer",
                            encoded.formatted(image, ", \"outputs\": [{\"name\": \"probabilities\"}]"))))
                    .contains("there is no output 'probabilities'; there are [values]");
            assertThat(Client.text(asking.get("/v2/models/colors"))).doesNotContain("probabilities");
        }
    }

    /** The luma of the color is 0.299 · 10 + 0.587 · 200 + 0.114 · 30 of 255, which decoders round up or down. */
    @Test
    void colorImagesBecomeGrayAndOblongWhereTheModelWantsIt() throws Exception {
        try (var gray = new OnnxModelServing()
                        .open(TestModels.grayAndOblong(folder.resolve("gray.onnx")), TestModels.settings(), _ -> {});
                var asking = new Client(gray.address())) {
            var reply = asking.post(
                    "/v2/models/gray/infer", """
                        {"inputs": [{"name": "encoded", "shape": [1], "datatype": "BYTES", "data": ["%s"]}]}\
                        """.formatted(Base64.getEncoder().encodeToString(GREEN)));
            var output = (Map<?, ?>)
                    ((List<?>) Objects.requireNonNull(Client.json(reply).get("outputs"))).getFirst();
            var logits = (List<?>) Objects.requireNonNull(output.get("data"));
            assertThat((double) Objects.requireNonNull(logits.get(2)))
                    .isCloseTo(3 * 123.8 / 255.0, Offset.offset(0.01));
        }
    }

    @Test
    void filesOfAFormAreAnsweredUnderTheirNames() throws Exception {
        var body = new ByteArrayOutputStream();
        part(body, "first.png", TestModels.png(Color.RED, 9, 9));
        part(body, "second.png", TestModels.png(Color.BLUE, 5, 70));
        body.writeBytes("--limit--\r\n".getBytes(StandardCharsets.US_ASCII));
        var reply = client.post(
                "/predict?top=1", body.toByteArray(), "Content-Type", "multipart/form-data; boundary=limit");
        assertThat(Client.text(reply))
                .matches("(?s).*first\\.png.*<b>red</b>.*second\\.png.*\"blue\".*")
                .doesNotContain("green");
    }

    private static void part(ByteArrayOutputStream body, String name, byte[] content) {
        body.writeBytes("--limit\r\nContent-Disposition: form-data; name=\"f\"; filename=\"%s\"\r\n\r\n"
                .formatted(name)
                .getBytes(StandardCharsets.US_ASCII));
        body.writeBytes(content);
        body.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    private static String rows(int... firstBytes) {
        var values = new StringBuilder();
        for (int first : firstBytes) {
            var row = new int[192];
            Arrays.fill(row, 0);
            for (int i = 0; i < 192; i += 3) {
                row[i] = first;
            }
            values.append(values.isEmpty() ? "" : ",")
                    .append(Arrays.toString(row).replaceAll("[\\[\\] ]", ""));
        }
        return values.toString();
    }

    @Test
    void tensorsInJsonAreAnsweredRowByRow() throws Exception {
        var reply = client.post("/v2/models/colors/infer", """
            {"id": "seven", "inputs": [{"data": [%s], "name": "pixels", "shape": [6, 8, 8, 3], "datatype": "UINT8",
            "parameters": {"unknown": {"deep": [1]}}}]}\
            """.formatted(rows(10, 20, 30, 40, 50, 60)));
        assertThat(reply.statusCode()).isEqualTo(200);
        var answer = Client.json(reply);
        assertThat(answer).containsEntry("id", "seven").containsEntry("model_version", "1");
        var output = (Map<?, ?>) ((List<?>) Objects.requireNonNull(answer.get("outputs"))).getFirst();
        assertThat(output.get("shape")).isEqualTo(List.of(6L, 3L));
        var data = (List<?>) Objects.requireNonNull(output.get("data"));
        for (int row = 0; row < 6; row++) { // more rows than a batch has
            assertThat((double) Objects.requireNonNull(data.get(3 * row))).isCloseTo(row + 1, Offset.offset(1e-4));
        }
    }

    @Test
    void binaryTensorsComeAndGoAsBytes() throws Exception {
        byte[] json = """
            {"inputs": [{"name": "pixels", "shape": [2, 8, 8, 3], "datatype": "UINT8",
            "parameters": {"binary_data_size": 384}}], "parameters": {"binary_data_output": true},
            "outputs": [{"name": "logits"}, {"name": "classes"},
            {"name": "probabilities", "parameters": {"binary_data": false}}]}\
            """.getBytes(StandardCharsets.UTF_8);
        var body = Arrays.copyOf(json, json.length + 384);
        Arrays.fill(body, json.length, json.length + 192, (byte) 200);
        var reply = client.post(
                "/v2/models/colors/versions/1/infer",
                body,
                "Inference-Header-Content-Length",
                Integer.toString(json.length));
        assertThat(reply.statusCode()).isEqualTo(200);
        int length = Integer.parseInt(
                reply.headers().firstValue("Inference-Header-Content-Length").orElseThrow());
        assertThat(new String(reply.body(), 0, length, StandardCharsets.UTF_8))
                .contains("\"binary_data_size\":24", "\"name\":\"probabilities\"", "0.33333334");
        var floats = ByteBuffer.wrap(reply.body(), length, 24).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(floats.getFloat()).isEqualTo(20f);
        floats.position(length + 12);
        assertThat(floats.getFloat()).isEqualTo(0f);
        assertThat(new String(reply.body(), length + 24 + 4, 10, StandardCharsets.UTF_8))
                .isEqualTo(TestModels.CLASSES.getFirst());
    }

    @Test
    void encodedImagesAreTensorsToo() throws Exception {
        String image = Base64.getEncoder().encodeToString(GREEN);
        var reply = client.post("/v2/models/colors/infer", """
            {"inputs": [{"name": "encoded", "shape": [2], "datatype": "BYTES", "data": ["%s", "%s"]}],
            "outputs": [{"name": "classes"}]}\
            """.formatted(image, image));
        assertThat(Client.text(reply)).contains("\"data\":[\"green\",\"green\"]");
    }

    @Test
    void aModelOfFloatsGetsNormalizedImages() throws Exception {
        Path file = TestModels.images(folder.resolve("floats.onnx"), 25.5);
        try (var floats = new OnnxModelServing().open(file, TestModels.settings(), _ -> {});
                var asking = new Client(floats.address())) {
            var expected = Client.text(client.post("/predict", GREEN));
            assertThat(Client.text(asking.post("/predict", GREEN)).replaceAll("(\\d\\.\\d{4})\\d*", "$1"))
                    .isEqualTo(expected.replaceAll("(\\d\\.\\d{4})\\d*", "$1"));
        }
    }

    @Test
    void healthMetadataMetricsAndTheDocumentsAreThere() throws Exception {
        for (String path : List.of(
                "/v2",
                "/v2/health/live",
                "/v2/health/ready",
                "/v2/models/colors",
                "/v2/models/colors/versions/1/ready")) {
            assertThat(client.get(path).statusCode()).as(path).isEqualTo(200);
        }
        assertThat(Client.text(client.get("/v2/models/colors")))
                .contains("\"name\":\"pixels\",\"datatype\":\"UINT8\",\"shape\":[-1,8,8,3]")
                .contains("\"name\":\"logits\",\"datatype\":\"FP32\",\"shape\":[-1,3]");
        client.classOf(GREEN);
        assertThat(Client.text(client.get("/metrics")))
                .contains("stoker_serve_requests_total{route=\"predict\",status=\"200\"}")
                .contains("stoker_serve_seconds_count{part=\"run\"}")
                .contains("stoker_serve_batch_rows_sum");
        assertThat(Client.json(client.get("/openapi.json"))).containsEntry("openapi", "3.1.0");
        assertThat(Client.text(client.get("/"))).contains("<!doctype html>");
    }

    @Test
    void everyAddressOfTheDocumentExists() throws IOException, InterruptedException {
        var paths = (Map<?, ?>)
                Objects.requireNonNull(Client.json(client.get("/openapi.json")).get("paths"));
        assertThat(paths).hasSizeGreaterThan(10);
        for (var entry : paths.entrySet()) {
            String path =
                    String.valueOf(entry.getKey()).replace("{name}", "colors").replace("{version}", "1");
            if (path.endsWith("/load")) {
                continue; // another version would answer then
            }
            boolean isGet = ((Map<?, ?>) Objects.requireNonNull(entry.getValue())).containsKey("get");
            var reply = isGet ? client.get(path) : client.post(path, new byte[0]);
            assertThat(reply.statusCode()).as(path).isIn(200, 400);
        }
    }
}
