package dev.stoker.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoker.core.StokerException;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageAddress;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A cluster of one name node and one data node: {@code mvn test -Phdfs -pl storage -am}. */
class WebHdfsTest extends RealServerContract {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private int port;

    @Override
    AutoCloseable serve(Path folder) throws Exception {
        assumeTrue(
                WebHdfsTest.class.getResource("/org/apache/hadoop/test/MiniDFSClusterManager.class") != null,
                "Hadoop (108 MB) is fetched by the Maven profile hdfs alone");
        port = ServerProcess.freePort();
        var cluster = ServerProcess.java(
                root,
                List.of("-Dtest.build.data=" + root.resolve("hdfs"), "-Dhadoop.log.dir=" + root),
                "org.apache.hadoop.test.MiniDFSClusterManager",
                "-datanodes",
                "1",
                "-format",
                "-httpport",
                Integer.toString(port));
        try {
            cluster.awaitPort(port);
            while (!send(HttpRequest.newBuilder(url("/?op=LISTSTATUS"))).contains("FileStatuses")) {
                ServerProcess.pause(); // the name node listens before it is ready
            }
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    upload(file);
                }
            }
            return cluster;
        } catch (Exception | Error failure) {
            cluster.close();
            throw failure;
        }
    }

    /** To where the name node says; it takes files once it has seen its data node. */
    private void upload(Path file) throws IOException, InterruptedException {
        var target = url("/some/prefix/" + file.getFileName() + "?op=CREATE&overwrite=true&noredirect=true");
        for (int attempt = 0; attempt < 200; attempt++) {
            var place = send(HttpRequest.newBuilder(target).PUT(HttpRequest.BodyPublishers.noBody()));
            var found = Stream.of(place.split("\"", -1))
                    .filter(part -> part.startsWith("http"))
                    .findFirst();
            if (found.isPresent()) {
                send(HttpRequest.newBuilder(URI.create(found.get())).PUT(HttpRequest.BodyPublishers.ofFile(file)));
                return;
            }
            Thread.sleep(100);
        }
        throw new IllegalStateException("the cluster takes no files");
    }

    private URI url(String path) {
        return URI.create(
                "http://127.0.0.1:%d/webhdfs/v1%s&user.name=%s".formatted(port, path, System.getProperty("user.name")));
    }

    private static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Override
    Storage open(String folder) {
        return new OpenDalProvider(Map.of("HADOOP_USER_NAME", System.getProperty("user.name")))
                .open(StorageAddress.find("webhdfs://127.0.0.1:%d/%s".formatted(port, folder))
                        .orElseThrow());
    }

    @Override
    @Test
    void aSetThatIsNotThereIsNamed() throws Exception {
        Files.createDirectories(root.resolve("empty"));
        try (var _ = serve(root.resolve("empty"))) {
            assertThatThrownBy(() -> open("not/there"))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("/not/there: check the address");
            assertThat(send(HttpRequest.newBuilder(url("/not?op=GETFILESTATUS"))))
                    .contains("FileNotFoundException");
        }
    }
}
