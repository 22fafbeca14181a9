package dev.stoker.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageAddress;
import dev.stoker.data.storage.StoredFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** S3Proxy with signatures on: {@code mvn test -Pstores -pl storage -am}. */
class S3ProxyTest extends RealServerContract {
    private int port;

    @Override
    AutoCloseable serve(Path folder) throws Exception {
        assumeTrue(
                S3ProxyTest.class.getResource("/org/gaul/s3proxy/Main.class") != null,
                "S3Proxy (57 MB) is fetched by the Maven profile stores alone");
        port = ServerProcess.freePort();
        hide(root.resolve("bucket"));
        Files.writeString(root.resolve("s3proxy.conf"), """
            s3proxy.authorization=aws-v2-or-v4
            s3proxy.endpoint=http://127.0.0.1:%d
            s3proxy.identity=the-key
            s3proxy.credential=the-secret
            jclouds.provider=filesystem-nio2
            jclouds.filesystem.basedir=%s
            """.formatted(port, root));
        return ServerProcess.java(
                        root,
                        List.of(),
                        "org.gaul.s3proxy.Main",
                        "--properties",
                        root.resolve("s3proxy.conf").toString())
                .awaitPort(port);
    }

    /** S3Proxy gives everyone what everyone may read. */
    private static void hide(Path bucket) throws IOException {
        try (var files = Files.walk(bucket)) {
            for (Path file : files.toList()) {
                Files.setPosixFilePermissions(
                        file, PosixFilePermissions.fromString(Files.isDirectory(file) ? "rwx------" : "rw-------"));
            }
        }
    }

    @Override
    Storage open(String folder) {
        return open("s3://bucket/" + folder, "the-secret");
    }

    private Storage open(String address, String secret) {
        return new OpenDalProvider(Map.of(
                        "AWS_ENDPOINT_URL",
                        "http://127.0.0.1:" + port,
                        "AWS_ACCESS_KEY_ID",
                        "the-key",
                        "AWS_SECRET_ACCESS_KEY",
                        secret))
                .open(StorageAddress.find(address).orElseThrow());
    }

    @Test
    void itSaysWhatIsWrongWithCredentialsAndBuckets() throws Exception {
        Files.createDirectories(root.resolve("bucket"));
        try (var _ = serve(root);
                var stranger = open("s3://bucket/set", "another-secret");
                var elsewhere = open("s3://nowhere/set", "the-secret")) {
            assertThatThrownBy(() -> stranger.find("set.index"))
                    .hasMessageContaining("the secret is not that of the key")
                    .message()
                    .doesNotContain("another-secret");
            assertThatThrownBy(() -> elsewhere.find("set.index"))
                    .hasMessageContaining("s3://nowhere/set/set.index: there is no such bucket");
        }
    }

    @Test
    void foldersAndTheFilesBelowThemAreListed() throws Exception {
        Path photos = root.resolve("bucket/photos");
        for (String name : List.of("cat/1.jpg", "cat/deeper/2.jpg", "dog/3 ä.jpg")) {
            Files.createDirectories(photos.resolve(name).getParent());
            Files.write(photos.resolve(name), new byte[3]);
        }
        try (var _ = serve(photos);
                var storage = open("photos")) {
            assertThat(storage.folders()).containsExactly("cat", "dog");
            assertThat(storage.tree("cat"))
                    .extracting(StoredFile::name)
                    .containsExactly("cat/1.jpg", "cat/deeper/2.jpg");
            assertThat(storage.tree("dog")).extracting(StoredFile::name).containsExactly("dog/3 ä.jpg");
            assertThat(storage.read("dog/3 ä.jpg")).hasValue(new byte[3]);
        }
    }
}
