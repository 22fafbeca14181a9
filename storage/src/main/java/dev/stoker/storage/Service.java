package dev.stoker.storage;

import dev.stoker.core.StokerException;
import dev.stoker.data.storage.StorageAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A service of OpenDAL with its settings. Credentials come from the variables of each store's own tools, or from where
 * OpenDAL finds them on the machine, and never from an address.
 */
record Service(String name, Map<String, String> settings) {
    /** The service of an address. */
    static Service of(StorageAddress address, Environment environment) {
        return switch (address.scheme()) {
            case "s3" -> AmazonStore.service(address, environment);
            case "gs" -> GoogleStore.service(address, environment);
            case "az" -> AzureStore.service(address, environment);
            case "webhdfs" -> webHdfs(address, environment);
            default ->
                new Service(
                        "http", Map.of("endpoint", address.scheme() + "://" + address.host(), "root", root(address)));
        };
    }

    /** A cluster without Kerberos believes the name that it is told; a name is no credential. */
    private static Service webHdfs(StorageAddress address, Environment environment) {
        var settings = new HashMap<String, String>();
        settings.put("endpoint", "http://" + address.host());
        settings.put("root", root(address));
        environment.variable("HADOOP_USER_NAME").ifPresent(user -> settings.put("user_name", user));
        return new Service("webhdfs", settings);
    }

    static String root(StorageAddress address) {
        return address.path() + "/";
    }

    /** An endpoint of a variable, checked. */
    static Optional<String> endpoint(StorageAddress address, Environment environment, String... names) {
        var found = environment.variable(names);
        found.ifPresent(text -> requireUrl(address, text, String.join(" or ", names)));
        return found;
    }

    private static void requireUrl(StorageAddress address, String text, String name) {
        try {
            var url = URI.create(text);
            if (("http".equals(url.getScheme()) || "https".equals(url.getScheme())) && url.getHost() != null) {
                if (url.getRawUserInfo() == null) {
                    return;
                }
                throw new StokerException(
                        "%s: the server that %s names holds credentials, which every log would show: remove them from it"
                                .formatted(address, name));
            }
        } catch (IllegalArgumentException _) {
            // the sentence below says what one looks like
        }
        throw new StokerException(
                "%s: %s must be a URL such as https://host:9000, got '%s'".formatted(address, name, text));
    }
}
