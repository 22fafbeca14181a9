package dev.stoker.storage;

import dev.stoker.core.StokerException;
import dev.stoker.data.storage.StorageAddress;
import java.util.HashMap;

/** Amazon S3, and servers with its interface, by the variables that the tools of AWS read. */
final class AmazonStore {
    private AmazonStore() {}

    static Service service(StorageAddress address, Environment environment) {
        var settings = new HashMap<String, String>();
        settings.put("bucket", address.host());
        settings.put("root", Service.root(address));
        settings.put(
                "region",
                environment.variable("AWS_REGION", "AWS_DEFAULT_REGION").orElse("us-east-1"));
        environment.variable("AWS_ACCESS_KEY_ID").ifPresent(key -> settings.put("access_key_id", key));
        environment.variable("AWS_SECRET_ACCESS_KEY").ifPresent(key -> settings.put("secret_access_key", key));
        environment.variable("AWS_SESSION_TOKEN").ifPresent(token -> settings.put("session_token", token));
        boolean given = settings.containsKey("access_key_id");
        if (given != settings.containsKey("secret_access_key")) {
            throw new StokerException(
                    "%s needs both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and one of them is not set"
                            .formatted(address));
        }
        settings.put("allow_anonymous", "true"); // where there are no credentials, of public buckets
        if (environment.variable("AWS_EC2_METADATA_DISABLED").orElse("").equalsIgnoreCase("true")) {
            settings.put("disable_ec2_metadata", "true");
        }
        Service.endpoint(address, environment, "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
                .ifPresent(endpoint -> {
                    settings.put("endpoint", endpoint);
                    if (PlainHttp.isRefused(endpoint, environment)) {
                        refuse(address, endpoint, given);
                        settings.put("disable_config_load", "true");
                        settings.put("disable_ec2_metadata", "true");
                    }
                });
        return new Service("s3", settings);
    }

    private static void refuse(StorageAddress address, String endpoint, boolean given) {
        if (given) {
            throw PlainHttp.refusal(address, endpoint);
        }
    }
}
