package dev.stoker.storage;

import dev.stoker.core.StokerException;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageAddress;
import dev.stoker.data.storage.StorageProvider;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.opendal.AsyncOperator;
import org.apache.opendal.OpenDALException;
import org.apache.opendal.layer.RetryLayer;

/** Storages that Apache OpenDAL speaks to: web servers, and S3 with what else has its interface. */
public final class OpenDalProvider implements StorageProvider {
    private static final int RETRIES = 4;
    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(5);

    private final Map<String, String> environment;

    /** As {@link java.util.ServiceLoader} makes it. */
    public OpenDalProvider() {
        this(System.getenv());
    }

    /** With other variables than those of the process. */
    OpenDalProvider(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Storage open(StorageAddress address) {
        try {
            return new OpenDalStorage(address.toString(), operator(address));
        } catch (OpenDALException failure) {
            throw StorageFailure.of(address.toString(), failure);
        }
    }

    private AsyncOperator operator(StorageAddress address) {
        String service = address.scheme().equals("s3") ? "s3" : "http";
        var plain = AsyncOperator.of(service, service.equals("s3") ? bucket(address) : webServer(address));
        return plain.layer(RetryLayer.builder()
                .maxTimes(RETRIES)
                .minDelay(FIRST_DELAY)
                .maxDelay(LONGEST_DELAY)
                .jitter(true)
                .build());
    }

    private static Map<String, String> webServer(StorageAddress address) {
        return Map.of("endpoint", address.scheme() + "://" + address.host(), "root", address.path() + "/");
    }

    /** By the variables that the tools of AWS read; OpenDAL itself looks for credentials in files and on the machine. */
    private Map<String, String> bucket(StorageAddress address) {
        var settings = new HashMap<String, String>();
        settings.put("bucket", address.host());
        settings.put("root", address.path() + "/");
        settings.put("region", variable("AWS_REGION", "AWS_DEFAULT_REGION").orElse("us-east-1"));
        variable("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL").ifPresent(url -> settings.put("endpoint", url));
        variable("AWS_ACCESS_KEY_ID").ifPresent(key -> settings.put("access_key_id", key));
        variable("AWS_SECRET_ACCESS_KEY").ifPresent(key -> settings.put("secret_access_key", key));
        variable("AWS_SESSION_TOKEN").ifPresent(token -> settings.put("session_token", token));
        if (variable("AWS_ACCESS_KEY_ID").isPresent()
                != variable("AWS_SECRET_ACCESS_KEY").isPresent()) {
            throw new StokerException(
                    "%s needs both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and one of them is not set"
                            .formatted(address));
        }
        settings.put("allow_anonymous", "true"); // where there are no credentials, of public buckets
        return settings;
    }

    private Optional<String> variable(String... names) {
        return Stream.of(names)
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isBlank())
                .findFirst();
    }
}
