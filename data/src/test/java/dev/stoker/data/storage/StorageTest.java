package dev.stoker.data.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StorageTest {
    @TempDir
    Path folder;

    @Test
    void aFolderIsListedFoundAndRead() throws IOException {
        Files.write(folder.resolve("b"), new byte[] {1, 2, 3, 4});
        Files.write(folder.resolve("a"), new byte[] {5});
        Files.createDirectory(folder.resolve("c"));
        try (var storage = Storage.at(StorageAddress.find("file://" + folder).orElseThrow())) {
            assertThat(storage.list()).extracting(StoredFile::name).containsExactly("a", "b");
            assertThat(storage.find("c")).isEmpty();
            assertThat(storage.find("missing")).isEmpty();
            assertThat(storage.read("b")).hasValue(new byte[] {1, 2, 3, 4});

            var bytes = ByteBuffer.allocate(4);
            try (var opened = storage.open(storage.find("b").orElseThrow())) {
                assertThat(opened.read(bytes, 2)).isEqualTo(2);
                assertThat(opened.location()).isEqualTo(folder.resolve("b").toString());
            }
            assertThat(bytes.array()).startsWith(3, 4);
        }
    }

    @Test
    void aFileThatIsNotAsDescribedIsRefused() throws IOException {
        Files.write(folder.resolve("a"), new byte[] {5});
        var storage = Storage.of(folder);
        var before = storage.find("a").orElseThrow();
        Files.write(folder.resolve("a"), new byte[] {5, 6});

        assertThatThrownBy(() -> storage.open(before))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(folder.resolve("a") + " has changed");
    }

    @ParameterizedTest
    @CsvSource({
        "s3://bucket/some/prefix/, s3, bucket, /some/prefix",
        "s3://bucket, s3, bucket, ''",
        "https://host:8443/sets/one, https, host:8443, /sets/one",
        "HTTP://host/, http, host, ''",
        "gs://bucket/some/prefix, gs, bucket, /some/prefix",
        "az://container/prefix/, az, container, /prefix",
        "webhdfs://name-node:9870/user/one/set, webhdfs, name-node:9870, /user/one/set",
        "file:///tmp/set, file, '', /tmp/set"
    })
    void addressesHaveThreeParts(String text, String scheme, String host, String path) {
        assertThat(StorageAddress.find(text)).hasValue(new StorageAddress(scheme, host, path));
    }

    @ParameterizedTest
    @CsvSource({
        "s4://bucket/x, did you mean s3?",
        "ftp://host/x, an address of data starts with s3://",
        "s3:///x, names no bucket",
        "http:///x, names no host",
        "az:///x, names no container",
        "gs:///x, names no bucket",
        "https://host/x/../y, holds '.'",
        "s3://bucket/a%0ab, control characters",
        "https://user:secret@host/x, holds credentials",
        "https://host/x?list=1, ends in a query",
        "https://host/a b, is not an address"
    })
    void otherAddressesAreRefusedInASentence(String text, String sentence) {
        assertThatThrownBy(() -> StorageAddress.find(text))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(sentence)
                .message()
                .doesNotContain("secret");
    }

    @Test
    void namesAndPathsAreNoAddresses() {
        assertThat(StorageAddress.find("fashion-mnist")).isEmpty();
        assertThat(StorageAddress.find("/data/set")).isEmpty();
        assertThat(StorageAddress.find("a:1,b:2")).isEmpty();
    }
}
