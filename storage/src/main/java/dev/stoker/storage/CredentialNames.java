package dev.stoker.storage;

/** Where the credentials of an address come from: their names, never what they are. */
final class CredentialNames {
    private CredentialNames() {}

    static String of(String location) {
        return switch (location.substring(0, Math.max(0, location.indexOf("://")))) {
            case "s3" -> "the credentials (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN)";
            case "gs" -> "the credentials (GOOGLE_APPLICATION_CREDENTIALS or CLOUDSDK_AUTH_ACCESS_TOKEN)";
            case "az" ->
                "the credentials (AZURE_STORAGE_KEY, AZURE_STORAGE_SAS_TOKEN or AZURE_STORAGE_CONNECTION_STRING)";
            case "webhdfs" -> "the permissions of the user HADOOP_USER_NAME";
            default -> "the permissions of its files: no credentials are sent to web servers";
        };
    }
}
