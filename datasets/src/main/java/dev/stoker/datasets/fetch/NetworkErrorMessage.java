package dev.stoker.datasets.fetch;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** What went wrong on the network, for people: the exceptions of the HTTP client often carry no message at all. */
final class NetworkErrorMessage {
    private NetworkErrorMessage() {}

    static boolean isUnknownHost(Throwable failure) {
        return causes(failure)
                .anyMatch(
                        cause -> cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException);
    }

    static String of(Throwable failure) {
        if (isUnknownHost(failure)) {
            return "its name is unknown here; is there a network?";
        }
        return switch (failure) {
            case HttpTimeoutException _ -> "it does not answer in time";
            case ConnectException _ -> "it takes no connection";
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
