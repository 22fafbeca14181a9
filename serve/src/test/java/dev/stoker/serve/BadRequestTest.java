package dev.stoker.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.serving.ModelServer;
import java.awt.Color;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a client gets that asks for something wrong; after each of them a good request is answered. */
class BadRequestTest {
    private static final String INFER = "/v2/models/colors/infer";

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

    @AfterEach
    void theServerGoesOn() throws Exception {
        assertThat(client.classOf(TestModels.png(Color.BLUE, 10, 10))).isEqualTo("blue");
    }

    private static void refused(HttpResponse<byte[]> reply, int status, String sentence) {
        assertThat(reply.statusCode()).as(Client.text(reply)).isEqualTo(status);
        assertThat(String.valueOf(Client.json(reply).get("error"))).contains(sentence);
        assertThat(reply.headers().firstValue("Content-Type")).contains("application/json");
    }

    @Test
    void whatIsNoImageIsRefused() throws Exception {
        refused(client.post("/predict", "hello"), 400, "the image cannot be decoded: not an image");
        refused(client.post("/predict", new byte[0]), 400, "there is no image in the request");
        refused(client.post("/predict?top=none", "hello"), 400, "top is how many classes");
    }

    @Test
    void anImageThatIsCutShortIsRefused() throws Exception {
        byte[] whole = TestModels.png(Color.RED, 300, 300);
        refused(client.post("/predict", Arrays.copyOf(whole, whole.length / 2)), 400, "the image cannot be decoded");
    }

    @Test
    void fiftyMegabytesOfZerosAfterAHeaderAreTooLarge() throws Exception {
        byte[] zeros = new byte[50_000_000];
        zeros[0] = (byte) 0xff;
        zeros[1] = (byte) 0xd8;
        zeros[2] = (byte) 0xff;
        refused(client.post("/predict", zeros), 413, "a body has at most 977 KiB here");
        refused(client.post("/predict", Arrays.copyOf(zeros, 900_000)), 400, "the image cannot be decoded");
    }

    @Test
    void aPixelBombIsRefusedByItsHeader() throws Exception {
        byte[] bomb = TestModels.png(Color.RED, 8, 8);
        var header = ByteBuffer.wrap(bomb);
        header.putInt(16, 60_000).putInt(20, 60_000);
        var checksum = new CRC32();
        checksum.update(bomb, 12, 17);
        header.putInt(29, (int) checksum.getValue());
        refused(client.post("/predict", bomb), 400, "beyond the limit of 1,000,000 pixels");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ | the request is no JSON",
                "[] | the request must be an object",
                "{} | a request has one input, pixels or encoded, got 0",
                "{\"inputs\":{}} | inputs must be a list",
                "{\"inputs\":[{\"name\":\"x\",\"datatype\":\"UINT8\",\"shape\":[1],\"data\":[1]}]} | there is no input"
                        + " 'x'",
                "{\"inputs\":[{\"name\":\"pixels\",\"shape\":[1],\"data\":[1]}]} | pixels has no datatype",
                "{\"inputs\":[{\"name\":\"pixels\",\"datatype\":\"FP64\",\"shape\":[1],\"data\":[1]}]} | pixels has"
                        + " the type 'FP64'",
                "{\"inputs\":[{\"name\":\"pixels\",\"datatype\":\"FP32\",\"shape\":[1],\"data\":[1]}]} | pixels is"
                        + " UINT8, got FP32",
                "{\"inputs\":[{\"name\":\"pixels\",\"datatype\":\"UINT8\",\"shape\":[2,2],\"data\":[1,2,3,4]}]} | got"
                        + " [2, 2]",
                "{\"inputs\":[{\"name\":\"pixels\",\"datatype\":\"UINT8\",\"shape\":[1,8,8,3],\"data\":[1,2]}]} |"
                        + " needs 192 values, and 2 were sent",
                "{\"inputs\":[{\"name\":\"pixels\",\"datatype\":\"UINT8\",\"shape\":[0,8,8,3],\"data\":[]}]} | sizes"
                        + " are at least 1",
                "{\"inputs\":[{\"name\":\"pixels\",\"datatype\":\"UINT8\",\"shape\":[9999999999,9999999999],\"data\":[]}]}"
                    + " | which is too large",
                "{\"inputs\":[{\"name\":\"pixels\",\"datatype\":\"UINT8\",\"shape\":[1],\"data\":[300]}]} | is no"
                        + " whole number from 0 to 255",
                "{\"inputs\":[{\"name\":\"encoded\",\"datatype\":\"BYTES\",\"shape\":[1],\"data\":[\"*\"]}]} | holds"
                        + " files as Base64",
                "{\"inputs\":[{\"name\":\"pixels\",\"datatype\":\"UINT8\",\"shape\":[1],\"data\":[null]}]} | data"
                        + " holds numbers",
                "{\"inputs\":[{\"name\":\"pixels\",\"datatype\":\"UINT8\",\"shape\":[1],\"data\":[1]}],\"outputs\":[{\"name\":\"y\"}]}"
                    + " | there is no output 'y'",
                "{\"inputs\":[{\"name\":\"pixels\",\"datatype\":\"UINT8\",\"shape\":[1],\"parameters\":{\"binary_data_size\":99}}]}"
                    + " | has 99 bytes after the JSON by its header, and 0 are left",
            })
    void wrongTensorsAreRefusedByTheirNames(String json, String sentence) throws Exception {
        refused(client.post(INFER, json), 400, sentence);
    }

    @Test
    void deepNestingIsRefused() throws Exception {
        refused(client.post(INFER, "{\"a\":".repeat(5_000)), 400, "the request is no JSON");
    }

    @ParameterizedTest
    @CsvSource({"-1", "99999", "99999999999999999999", "x", "2"})
    void lengthsOfTheJsonThatLieAreRefused(String length) throws Exception {
        var reply = client.post(INFER, "{\"inputs\":[]}", "Inference-Header-Content-Length", length);
        assertThat(reply.statusCode()).isEqualTo(400);
    }

    @Test
    void bytesThatBelongToNoInputAreRefused() throws Exception {
        refused(
                client.post(INFER, "{\"inputs\":[]}xyz", "Inference-Header-Content-Length", "13"),
                400,
                "3 bytes follow the JSON that belong to no input");
    }

    @Test
    void moreRowsThanTheQueueHoldsAreRefused() throws Exception {
        byte[] json = """
            {"inputs":[{"name":"pixels","datatype":"UINT8","shape":[65,8,8,3],
            "parameters":{"binary_data_size":12480}}]}\
            """.getBytes(StandardCharsets.UTF_8);
        var reply = client.post(
                INFER,
                Arrays.copyOf(json, json.length + 12_480),
                "Inference-Header-Content-Length",
                Integer.toString(json.length));
        refused(reply, 429, "the queue holds 64");
        assertThat(reply.headers().firstValue("Retry-After")).contains("1");
    }

    @Test
    void unknownModelsVersionsAddressesAndMethodsAreRefused() throws Exception {
        refused(client.post("/v2/models/other/infer", "{}"), 404, "there is no model 'other'; colors is served");
        refused(client.post("/v2/models/colors/versions/9/infer", "{}"), 404, "there is no version '9'");
        refused(client.get("/v2/models/colors/versions/x"), 404, "there is no version 'x'");
        refused(client.get("/etc/passwd"), 404, "there is no such address");
        refused(client.get("/..%2f..%2fetc/passwd"), 404, "there is no such address");
        refused(client.get("/predict"), 405, "asked by another method");
    }

    @Test
    void formsWithoutABoundaryOrAnEndAreRefused() throws Exception {
        refused(client.post("/predict", "x", "Content-Type", "multipart/form-data"), 400, "names no boundary");
        String form = "multipart/form-data; boundary=b";
        refused(client.post("/predict", "--b\r\n\r\nxyz", "Content-Type", form), 400, "before its last boundary");
        refused(client.post("/predict", "--b--\r\n", "Content-Type", form), 400, "there is no image");
    }

    @Test
    void endlessHeadersAreCutOff() throws Exception {
        try (var socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            socket.setSoTimeout(10_000);
            var out = socket.getOutputStream();
            out.write("GET / HTTP/1.1\r\nHost: localhost\r\n".getBytes(StandardCharsets.US_ASCII));
            try {
                for (int i = 0; i < 20_000; i++) {
                    out.write("X-Header-%d: something\r\n".formatted(i).getBytes(StandardCharsets.US_ASCII));
                }
            } catch (SocketException _) {
                // it was cut off before all were sent
            }
            assertThat(remains(socket.getInputStream())).matches("(?s)(HTTP/1.1 431.*)?");
        }
    }

    /** A byte now and then, in the header and in the body: both are given up after the time for a request. */
    @ParameterizedTest
    @CsvSource({"GET / HTTP/1.1, ''", "POST /predict HTTP/1.1, 'Host: localhost'"})
    void slowClientsAreGivenUp(String first, String second) throws Exception {
        try (var socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            socket.setSoTimeout(10_000);
            var out = socket.getOutputStream();
            out.write((first + "\r\n").getBytes(StandardCharsets.US_ASCII));
            if (!second.isEmpty()) {
                out.write((second + "\r\nContent-Length: 1000\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            }
            long start = System.nanoTime();
            boolean cut = false;
            while (!cut && System.nanoTime() - start < 8_000_000_000L) {
                Thread.sleep(200);
                try {
                    out.write('x');
                    cut = socket.getInputStream().available() > 0;
                } catch (SocketException _) {
                    cut = true;
                }
            }
            assertThat(cut).isTrue();
            assertThat(System.nanoTime() - start).isLessThan(5_000_000_000L);
        }
    }

    private static String remains(InputStream input) throws IOException {
        try {
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        } catch (SocketException _) {
            return ""; // reset, since it was still being written to
        }
    }

    @Test
    void pagesOfOtherSitesAreRefused() throws Exception {
        refused(client.post("/predict", "x", "Origin", "http://elsewhere.example"), 403, "other sites");
        refused(client.post("/predict", "x", "Sec-Fetch-Site", "cross-site"), 403, "other sites");
    }
}
