package dev.stoker.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageAddress;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is sent where, and with which credentials. */
@Timeout(60)
class ServiceTest {
    private static final String KEY = "dGhlLXNlY3JldA==";

    private static Storage open(String address, Map<String, String> environment) {
        return new OpenDalProvider(environment)
                .open(StorageAddress.find(address).orElseThrow());
    }

    private static ScriptedServer.Asked firstRequest(String address, String endpoint, Map<String, String> variables) {
        try (var server = ScriptedServer.refusing(404, "NotFound")) {
            var environment = new HashMap<>(variables);
            environment.put(endpoint, "http://" + server.host());
            try (var storage = open(address.replace("HOST", server.host()), environment)) {
                assertThat(storage.find("set.index")).isEmpty();
            }
            return server.asked().getFirst();
        }
    }

    @Test
    void aBucketOfGoogleIsAskedWithAToken() {
        var asked = firstRequest(
                "gs://bucket/some/prefix", "STORAGE_EMULATOR_HOST", Map.of("CLOUDSDK_AUTH_ACCESS_TOKEN", "the-token"));
        assertThat(asked.target()).startsWith("/storage/v1/b/bucket/o/some%2Fprefix%2Fset.index");
        assertThat(asked.authorization()).isEqualTo("Bearer the-token");
    }

    @Test
    void aPublicBucketOfGoogleIsAskedWithoutCredentials() {
        var asked = firstRequest("gs://bucket/some/prefix", "STORAGE_EMULATOR_HOST", Map.of());
        assertThat(asked.authorization()).isEmpty();
    }

    @Test
    void aContainerOfAzureIsAskedWithASignature() {
        var asked = firstRequest(
                "az://container/some/prefix",
                "AZURE_STORAGE_SERVICE_ENDPOINT",
                Map.of("AZURE_STORAGE_ACCOUNT", "account", "AZURE_STORAGE_KEY", KEY));
        assertThat(asked.target()).isEqualTo("/container/some/prefix/set.index");
        assertThat(asked.authorization()).matches("SharedKey account:[A-Za-z0-9+/]{43}=");
    }

    @Test
    void aContainerOfAzureIsAskedWithATokenOfItsConnection() {
        try (var server = ScriptedServer.refusing(404, "BlobNotFound");
                var storage = open(
                        "az://container/prefix",
                        Map.of(
                                "AZURE_STORAGE_CONNECTION_STRING",
                                "BlobEndpoint=http://%s;SharedAccessSignature=sv=1&sig=abc"
                                        .formatted(server.host())))) {
            assertThat(storage.find("set.index")).isEmpty();
            assertThat(server.asked().getFirst().target()).isEqualTo("/container/prefix/set.index?sv=1&sig=abc");
        }
    }

    @Test
    void aFolderOfWebHdfsIsLookedForInTheNameOfAUserAndNeverCreated() {
        String folder = "{\"FileStatus\":{\"accessTime\":0,\"blockSize\":0,\"group\":\"\",\"length\":0,"
                + "\"modificationTime\":0,\"owner\":\"\",\"pathSuffix\":\"\",\"permission\":\"755\",\"replication\":0,"
                + "\"type\":\"DIRECTORY\"}}";
        String nothing =
                "{\"RemoteException\":{\"exception\":\"FileNotFoundException\",\"javaClassName\":\"\",\"message\":\"\"}}";
        try (var server = new ScriptedServer(exchange -> {
            boolean isRoot = exchange.getRequestURI().getPath().equals("/webhdfs/v1/");
            ScriptedServer.send(exchange, isRoot ? 200 : 404, isRoot ? folder : nothing);
        })) {
            String address = "webhdfs://%s/user/one/set".formatted(server.host());
            assertThatThrownBy(() -> open(address, Map.of("HADOOP_USER_NAME", "one")))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("there is no " + address);
            assertThat(server.asked()).allSatisfy(asked -> {
                assertThat(asked.method()).isEqualTo("GET");
                assertThat(asked.target()).startsWith("/webhdfs/v1/").contains("user.name=one");
            });
        }
    }

    @ParameterizedTest
    @CsvSource({
        "az://container/x, A, B, set AZURE_STORAGE_ACCOUNT",
        "az://container/x, AZURE_STORAGE_ACCOUNT, no/account, must be 3 to 24 small letters",
        "az://container/x, AZURE_STORAGE_CONNECTION_STRING, abc, neither AccountName nor BlobEndpoint",
        "gs://bucket/x, GOOGLE_APPLICATION_CREDENTIALS, /no/such/file, names /no/such/file",
        "s3://bucket/x, AWS_ENDPOINT_URL, host:9000, must be a URL such as",
        "s3://bucket/x, AWS_ENDPOINT_URL, https://key:secret@host, holds credentials"
    })
    void settingsThatCannotBeUsedAreRefusedInASentence(String address, String name, String value, String sentence) {
        assertThatThrownBy(() -> open(address, Map.of(name, value)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(address)
                .hasMessageContaining(sentence)
                .message()
                .doesNotContain("secret");
    }

    @Test
    void credentialsAreNotSentToAnotherHostWithoutTls() {
        var keys = new HashMap<>(Map.of("AWS_ACCESS_KEY_ID", "the-key", "AWS_SECRET_ACCESS_KEY", "the-secret"));
        keys.put("AWS_ENDPOINT_URL", "http://store.example:9000");
        assertThatThrownBy(() -> open("s3://bucket/x", keys))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("s3://bucket/x: credentials are not sent to http://store.example:9000")
                .hasMessageContaining("STOKER_PLAIN_HTTP=store.example:9000");
        assertThatThrownBy(() -> open(
                        "az://container/x",
                        Map.of(
                                "AZURE_STORAGE_ACCOUNT", "account",
                                "AZURE_STORAGE_KEY", KEY,
                                "AZURE_STORAGE_SERVICE_ENDPOINT", "http://store.example")))
                .hasMessageContaining("not sent to http://store.example");
        assertThatThrownBy(() -> open(
                        "gs://bucket/x",
                        Map.of("CLOUDSDK_AUTH_ACCESS_TOKEN", "t", "STORAGE_EMULATOR_HOST", "store.example:4443")))
                .hasMessageContaining("not sent to http://store.example:4443");

        keys.put("STOKER_PLAIN_HTTP", "other.example,store.example:9000");
        open("s3://bucket/x", keys).close();
    }

    @Test
    void aPublicBucketIsReadWithoutTlsAndWithoutCredentials() {
        open("s3://bucket/x", Map.of("AWS_ENDPOINT_URL", "http://store.example:9000"))
                .close();
    }
}
