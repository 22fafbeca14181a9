package dev.stoker.storage;

import dev.stoker.core.StokerException;
import dev.stoker.data.storage.StorageAddress;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Azure Blob Storage, by the variables that Azure's command line reads. */
final class AzureStore {
    private static final String CONNECTION = "AZURE_STORAGE_CONNECTION_STRING";

    private AzureStore() {}

    static Service service(StorageAddress address, Environment environment) {
        var settings = new HashMap<String, String>();
        settings.put("container", address.host());
        settings.put("root", Service.root(address));
        environment.variable(CONNECTION).ifPresent(text -> settings.putAll(connection(address, text)));
        environment.variable("AZURE_STORAGE_ACCOUNT").ifPresent(name -> settings.put("account_name", name));
        environment.variable("AZURE_STORAGE_KEY").ifPresent(key -> settings.put("account_key", key));
        environment
                .variable("AZURE_STORAGE_SAS_TOKEN")
                .ifPresent(token -> settings.put("sas_token", token.startsWith("?") ? token.substring(1) : token));
        Service.endpoint(address, environment, "AZURE_STORAGE_SERVICE_ENDPOINT")
                .ifPresent(endpoint -> settings.put("endpoint", endpoint));
        settings.computeIfAbsent("endpoint", _ -> endpointOf(address, settings));
        boolean given = settings.containsKey("account_key") || settings.containsKey("sas_token");
        if (given && PlainHttp.isRefused(settings.get("endpoint"), environment)) {
            throw PlainHttp.refusal(address, settings.get("endpoint"));
        }
        return new Service("azblob", settings);
    }

    private static String endpointOf(StorageAddress address, Map<String, String> settings) {
        String account = settings.get("account_name");
        if (account == null) {
            throw new StokerException("%s is in a storage account that nothing names: set AZURE_STORAGE_ACCOUNT, or %s"
                    .formatted(address, CONNECTION));
        }
        if (!account.matches("[a-z0-9]{3,24}")) {
            throw new StokerException(
                    "%s: AZURE_STORAGE_ACCOUNT must be 3 to 24 small letters and digits".formatted(address));
        }
        return "https://" + account + ".blob.core.windows.net";
    }

    private static Map<String, String> connection(StorageAddress address, String text) {
        var found = new HashMap<String, String>();
        for (String part : text.split(";", -1)) {
            int sign = part.indexOf('=');
            if (sign > 0) {
                found.put(part.substring(0, sign).strip().toLowerCase(Locale.ROOT), part.substring(sign + 1));
            }
        }
        if (!found.containsKey("accountname") && !found.containsKey("blobendpoint")) {
            throw new StokerException("%s: %s holds neither AccountName nor BlobEndpoint; copy it again from the portal"
                    .formatted(address, CONNECTION));
        }
        var settings = new HashMap<String, String>();
        Map.of(
                        "accountname", "account_name",
                        "accountkey", "account_key",
                        "sharedaccesssignature", "sas_token",
                        "blobendpoint", "endpoint")
                .forEach((name, setting) -> {
                    if (found.containsKey(name)) {
                        settings.put(setting, found.get(name));
                    }
                });
        return settings;
    }
}
