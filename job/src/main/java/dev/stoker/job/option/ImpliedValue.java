package dev.stoker.job.option;

import java.util.List;

/** A flag that may be given without a value: what it then means, and which words after it are its value. */
public record ImpliedValue(String value, List<String> words) {
    public ImpliedValue {
        words = List.copyOf(words);
    }
}
