package dev.stoker.storage;

import dev.stoker.core.StokerException;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageAddress;
import dev.stoker.data.storage.StorageProvider;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.opendal.AsyncOperator;
import org.apache.opendal.OpenDALException;
import org.apache.opendal.layer.RetryLayer;

/** Storages that Apache OpenDAL speaks to: object stores, WebHDFS and web servers. */
public final class OpenDalProvider implements StorageProvider {
    private static final int RETRIES = 4;
    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(5);

    private final Environment environment;

    /** As {@link java.util.ServiceLoader} makes it. */
    public OpenDalProvider() {
        this(System.getenv());
    }

    /** With other variables than those of the process. */
    OpenDalProvider(Map<String, String> environment) {
        this.environment = new Environment(environment);
    }

    @Override
    public Storage open(StorageAddress address) {
        try {
            return new OpenDalStorage(address.toString(), operator(address));
        } catch (OpenDALException failure) {
            throw StorageFailure.of(address.toString(), failure);
        }
    }

    /** OpenDAL creates the folder that it is rooted in, where there is none: a mistyped address would leave one behind. */
    private static void requireFolder(StorageAddress address, Service service) {
        var settings = new HashMap<>(service.settings());
        settings.put("root", "/");
        try (var operator = AsyncOperator.of(service.name(), settings)) {
            String place = address.toString();
            String folder = (address.path() + "/").substring(1);
            if (Answer.await(place, Answer.find(place, operator.stat(folder))).isEmpty()) {
                throw new StokerException("there is no %s: check the address".formatted(place));
            }
        }
    }

    private AsyncOperator operator(StorageAddress address) {
        var service = Service.of(address, environment);
        if (service.name().equals("webhdfs")) {
            requireFolder(address, service);
        }
        var plain = AsyncOperator.of(service.name(), service.settings());
        return plain.layer(RetryLayer.builder()
                .maxTimes(RETRIES)
                .minDelay(FIRST_DELAY)
                .maxDelay(LONGEST_DELAY)
                .jitter(true)
                .build());
    }
}
