package dev.stoker.storage;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reasons that object stores give by name in their answers. */
enum ServerCode {
    EXPIRED(
            "the credentials have expired; renew %s",
            "\"ExpiredToken\"", "\"TokenRefreshRequired\"", "Signature not valid in the specified time frame"),
    UNKNOWN_KEY("the server does not know the access key; check %s", "\"InvalidAccessKeyId\""),
    WRONG_SECRET(
            "the server finds that the secret is not that of the key; check %s",
            "\"SignatureDoesNotMatch\"", "\"AuthenticationFailed\"", "\"InvalidToken\"", "\"authError\""),
    CLOCK("the clock of this machine differs from that of the server; set it", "\"RequestTimeTooSkewed\""),
    NO_BUCKET(
            "there is no such bucket or container; check the name, and the server or account that it is in",
            "\"NoSuchBucket\"",
            "\"ContainerNotFound\"",
            "The specified bucket does not exist"),
    NAME_NODE(
            "the name node is starting or standing by; run again later, or name the active one",
            "\"RetriableException\"",
            "\"StandbyException\""),
    OTHER_REGION(
            "the bucket is in another region; set AWS_REGION to it",
            "\"PermanentRedirect\"",
            "\"AuthorizationHeaderMalformed\"",
            "\"IllegalLocationConstraintException\"");

    private final String sentence;
    private final Pattern words;

    ServerCode(String sentence, String... words) {
        this.sentence = sentence;
        this.words = Pattern.compile(Stream.of(words).map(Pattern::quote).collect(Collectors.joining("|")));
    }

    /** The one that a message of OpenDAL quotes. */
    static Optional<ServerCode> in(String message) {
        return Stream.of(values())
                .filter(code -> code.words.matcher(message).find())
                .findFirst();
    }

    String sentence(String location) {
        return location + ": " + sentence.formatted(CredentialNames.of(location));
    }
}
