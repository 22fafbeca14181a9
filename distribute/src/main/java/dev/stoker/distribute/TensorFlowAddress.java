package dev.stoker.distribute;

import dev.stoker.core.PrintableText;
import dev.stoker.core.StokerException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One task of a cluster in TF_CONFIG, as {@code host:port}; addresses of IPv6 are in brackets. */
record TensorFlowAddress(String host, int port) {
    private static final int LAST_PORT = 65_535;
    private static final Pattern FORM = Pattern.compile("(?:([\\w.-]+)|\\[([0-9a-fA-F:.]+)]):(\\d{1,5})");

    static TensorFlowAddress of(@Nullable Object value) {
        return Optional.ofNullable(value)
                .map(text -> FORM.matcher(text.toString()))
                .filter(Matcher::matches)
                .map(TensorFlowAddress::of)
                .filter(address -> address.port >= 1 && address.port <= LAST_PORT)
                .orElseThrow(() -> new StokerException(
                        "the environment variable TF_CONFIG has the address '%s'; it must be host:port, such as worker-0:2222"
                                .formatted(PrintableText.of(String.valueOf(value)))));
    }

    private static TensorFlowAddress of(Matcher form) {
        String host = Optional.ofNullable(form.group(1)).orElseGet(() -> form.group(2));
        return new TensorFlowAddress(host, Integer.parseInt(form.group(3)));
    }
}
