package dev.stoker.storage;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageAddress;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** nginx, where it is installed. */
class NginxTest extends RealServerContract {
    private int port;

    private static Optional<Path> program() {
        return Stream.of((System.getenv("PATH") + File.pathSeparator + "/usr/sbin").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, "nginx"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Override
    AutoCloseable serve(Path folder) throws Exception {
        var program = program();
        assumeTrue(program.isPresent(), "nginx is not installed (apt-get install nginx-light)");
        port = ServerProcess.freePort();
        Path configuration = root.resolve("nginx.conf");
        Files.writeString(configuration, """
            daemon off;
            worker_processes 1;
            error_log %1$s/error.log;
            pid %1$s/nginx.pid;
            events { worker_connections 512; }
            http {
              access_log off;
              client_body_temp_path %1$s/body;
              proxy_temp_path %1$s/proxy;
              fastcgi_temp_path %1$s/fastcgi;
              uwsgi_temp_path %1$s/uwsgi;
              scgi_temp_path %1$s/scgi;
              server { listen 127.0.0.1:%2$d; root %1$s/bucket; }
            }
            """.formatted(root, port));
        var command = List.of(program.get().toString(), "-p", root.toString(), "-c", configuration.toString());
        return ServerProcess.start(root, userIsRoot() ? asRoot(command) : command)
                .awaitPort(port);
    }

    /** Workers of nginx give up root, and could not read a folder of the test. */
    private static List<String> asRoot(List<String> command) {
        return Stream.concat(command.stream(), Stream.of("-g", "user root;")).toList();
    }

    private static boolean userIsRoot() {
        return System.getProperty("user.name").equals("root");
    }

    @Override
    Storage open(String folder) {
        return new OpenDalProvider(Map.of())
                .open(StorageAddress.find("http://127.0.0.1:%d/%s".formatted(port, folder))
                        .orElseThrow());
    }
}
