package dev.stoker.datasets.fetch;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Readable messages for network errors: the exceptions of the HTTP client often carry none. */
final class NetworkErrorMessage {
    private NetworkErrorMessage() {}

    static boolean isUnknownHost(Throwable failure) {
        return causes(failure)
                .anyMatch(
                        cause -> cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException);
    }

    static String of(Throwable failure) {
        if (isUnknownHost(failure)) {
            return "unknown host; is there a network connection?";
        }
        return switch (failure) {
            case HttpTimeoutException _ -> "no response in time";
            case ConnectException _ -> "the connection was refused";
            case SSLException refused -> "the connection is not secure: " + text(refused);
            default -> text(failure);
        };
    }

    private static String text(Throwable failure) {
        return causes(failure)
                .map(Throwable::getMessage)
                .flatMap(message -> Optional.ofNullable(message).stream())
                .findFirst()
                .orElseGet(() -> failure.getClass().getSimpleName());
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(10);
    }
}
