package dev.stoker.storage;

import dev.stoker.core.StokerException;
import dev.stoker.data.storage.StorageAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Google Cloud Storage, by the variables that Google's tools and libraries read. */
final class GoogleStore {
    private GoogleStore() {}

    static Service service(StorageAddress address, Environment environment) {
        var settings = new HashMap<String, String>();
        settings.put("bucket", address.host());
        settings.put("root", Service.root(address));
        settings.put("allow_anonymous", "true"); // where there are no credentials, of public buckets
        environment.variable("CLOUDSDK_AUTH_ACCESS_TOKEN").ifPresent(token -> settings.put("token", token));
        environment
                .variable("GOOGLE_APPLICATION_CREDENTIALS")
                .ifPresent(file -> settings.put("credential_path", readable(address, file)));
        emulator(address, environment, settings);
        return new Service("gcs", settings);
    }

    private static String readable(StorageAddress address, String file) {
        if (!Files.isReadable(Path.of(file))) {
            throw new StokerException(
                    "%s: GOOGLE_APPLICATION_CREDENTIALS names %s, which is not a file that can be read; correct it, or unset it for public buckets"
                            .formatted(address, file));
        }
        return file;
    }

    /** The emulators of Google's libraries ask for no credentials; other servers than this machine get none. */
    private static void emulator(StorageAddress address, Environment environment, Map<String, String> settings) {
        var host = environment.variable("STORAGE_EMULATOR_HOST");
        if (host.isEmpty()) {
            return;
        }
        String endpoint = host.get().contains("://") ? host.get() : "http://" + host.get();
        settings.put("endpoint", endpoint);
        settings.put("disable_vm_metadata", "true");
        settings.put("disable_config_load", "true");
        boolean given = settings.containsKey("token") || settings.containsKey("credential_path");
        if (given && PlainHttp.isRefused(endpoint, environment)) {
            throw PlainHttp.refusal(address, endpoint);
        }
    }
}
