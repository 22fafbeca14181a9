package dev.stoker.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageAddress;
import dev.stoker.data.storage.StoredFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.apache.opendal.AsyncOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that refuse, mislead or never end. */
@Timeout(60)
class ServerFailureTest {
    private static final Map<String, String> KEYS = Map.of(
            "AWS_ACCESS_KEY_ID", "the-key", "AWS_SECRET_ACCESS_KEY", "the-secret", "AWS_SESSION_TOKEN", "the-token");
    private static final String AZURE_KEY =
            Base64.getEncoder().encodeToString("the-secret".getBytes(StandardCharsets.UTF_8));

    private static Storage open(String address, Map<String, String> environment) {
        return new OpenDalProvider(environment)
                .open(StorageAddress.find(address).orElseThrow());
    }

    private static Storage bucket(ScriptedServer server) {
        var environment = new HashMap<>(KEYS);
        environment.put("AWS_ENDPOINT_URL", "http://" + server.host());
        return open("s3://bucket/set", environment);
    }

    @ParameterizedTest
    @CsvSource({
        "400, ExpiredToken, the credentials have expired",
        "403, InvalidAccessKeyId, does not know the access key",
        "403, SignatureDoesNotMatch, the secret is not that of the key",
        "403, RequestTimeTooSkewed, the clock of this machine",
        "403, AccessDenied, the server denies access",
        "404, NoSuchBucket, there is no such bucket",
        "301, PermanentRedirect, set AWS_REGION",
        "400, AuthorizationHeaderMalformed, set AWS_REGION"
    })
    void aBucketSaysWhyItRefusesAnObjectAndAListing(int status, String code, String sentence) {
        try (var server = ScriptedServer.refusing(status, code);
                var storage = bucket(server)) {
            assertThatThrownBy(() -> storage.find("set.index"))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("s3://bucket/set/set.index")
                    .hasMessageContaining(sentence)
                    .message()
                    .doesNotContain("the-key", "the-secret", "the-token");
            assertThatThrownBy(storage::list)
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining(sentence);
        }
    }

    @Test
    void aListingThatIsNotPermittedIsNamed() {
        try (var server = ScriptedServer.refusing(403, "AccessDenied");
                var storage = bucket(server)) {
            assertThatThrownBy(storage::folders).hasMessageContaining("whether they may list it");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "403, AuthenticationFailed, AZURE_STORAGE_KEY",
        "404, ContainerNotFound, there is no such bucket or container"
    })
    void anAccountOfAzureSaysWhyItRefuses(int status, String code, String sentence) {
        try (var server = ScriptedServer.refusing(status, code);
                var storage = open("az://container/set", azure(server, Map.of("AZURE_STORAGE_KEY", AZURE_KEY)))) {
            assertThatThrownBy(storage::list)
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("az://container/set")
                    .hasMessageContaining(sentence);
        }
    }

    private static Map<String, String> azure(ScriptedServer server, Map<String, String> credentials) {
        var environment = new HashMap<>(credentials);
        environment.put("AZURE_STORAGE_ACCOUNT", "account");
        environment.put("AZURE_STORAGE_SERVICE_ENDPOINT", "http://" + server.host());
        return environment;
    }

    /** The token is part of the URL, which OpenDAL puts into its messages. */
    @Test
    void aTokenInTheUrlIsPrintedNowhere() {
        try (var server = ScriptedServer.refusing(418, "Odd");
                var storage = open(
                        "az://container/set",
                        azure(server, Map.of("AZURE_STORAGE_SAS_TOKEN", "?sv=1&sig=the-secret")))) {
            assertThatThrownBy(() -> storage.find("set.index")).satisfies(failure -> {
                for (Throwable each = failure; each != null; each = each.getCause()) {
                    assertThat(each.toString()).doesNotContain("the-secret");
                }
            });
            assertThat(server.asked().getFirst().target()).contains("sig=the-secret");
        }
    }

    @Test
    void redirectsInACircleAreNamed() {
        try (var server = new ScriptedServer(exchange -> {
                    exchange.getResponseHeaders().set("Location", "/again" + exchange.getRequestURI());
                    exchange.sendResponseHeaders(302, -1);
                });
                var storage = open("http://" + server.host() + "/set", Map.of())) {
            assertThatThrownBy(() -> storage.find("set.index"))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining(
                            "http://" + server.host() + "/set/set.index: the server redirects in a circle");
        }
    }

    @Test
    void aRedirectToAnotherHostCarriesNoSignature() {
        try (var other = ScriptedServer.refusing(404, "NoSuchKey");
                var server = new ScriptedServer(exchange -> {
                    exchange.getResponseHeaders().set("Location", "http://" + other.host() + "/elsewhere");
                    exchange.sendResponseHeaders(307, -1);
                });
                var storage = bucket(server)) {
            assertThat(storage.find("set.index")).isEmpty();
            assertThat(server.asked().getFirst().authorization()).startsWith("AWS4-HMAC-SHA256 Credential=the-key/");
            assertThat(other.asked())
                    .isNotEmpty()
                    .allSatisfy(asked -> assertThat(asked.authorization()).isEmpty());
        }
    }

    @Test
    void anAnswerShorterThanItsRangeIsRefused() {
        try (var server = new ScriptedServer(exchange -> {
                    exchange.getResponseHeaders().set("Content-Range", "bytes 0-1/100");
                    boolean head = exchange.getRequestMethod().equals("HEAD");
                    if (head) {
                        exchange.getResponseHeaders().set("Content-Length", "100");
                    }
                    ScriptedServer.send(exchange, head ? 200 : 206, "ab");
                });
                var storage = open("http://" + server.host() + "/set", Map.of());
                var object = storage.open(new StoredFile("shard", 100, ""))) {
            assertThatThrownBy(() -> object.read(ByteBuffer.allocate(10), 0))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("/set/shard: the server sends less than the range");
        }
    }

    /** A byte a second, for ever: OpenDAL waits as long as anything comes. */
    @Test
    void aBodyThatNeverEndsHasADeadline() {
        try (var server = new ScriptedServer(exchange -> {
                    exchange.sendResponseHeaders(206, 1000);
                    try {
                        while (true) {
                            exchange.getResponseBody().write(0);
                            exchange.getResponseBody().flush();
                            Thread.sleep(100);
                        }
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                });
                var operator = AsyncOperator.of("http", Map.of("endpoint", "http://" + server.host(), "root", "/"))) {
            String place = "http://host/set/shard";
            var answer = Answer.of(place, operator.read("shard", 0, 1000), Duration.ofSeconds(1));
            assertThatThrownBy(() -> Answer.await(place, answer))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("http://host/set/shard: no answer within 1 s");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "set/../../etc/passwd",
                "set//etc/passwd",
                "set/a/../../b",
                "set/./b",
                "set/a\\..\\b",
                "set/&#27;[2Jred",
                "set/line&#10;break",
                "set/right-to-left&#x202E;gpj.exe"
            })
    void aNameOfAListingThatLeadsElsewhereIsRefused(String name) {
        try (var server = ScriptedServer.listing("set/a.jpg", name);
                var storage = bucket(server)) {
            assertThatThrownBy(() -> storage.tree("a"))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("the listing of s3://bucket/set holds the name")
                    .message()
                    .doesNotContain("\u001b", "\n", "\u202e");
        }
    }

    @Test
    void namesOfOtherLanguagesAreListed() {
        try (var server = ScriptedServer.listing("set/Kätzchen/görs 1.jpg", "set/猫/二.png");
                var storage = bucket(server)) {
            assertThat(storage.tree("x"))
                    .extracting(StoredFile::name)
                    .containsExactly("Kätzchen/görs 1.jpg", "猫/二.png");
        }
    }
}
