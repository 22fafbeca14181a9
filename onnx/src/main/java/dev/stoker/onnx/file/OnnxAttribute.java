package dev.stoker.onnx.file;

import java.util.Arrays;
import java.util.List;

/** A setting of a node. */
public sealed interface OnnxAttribute {
    String name();

    record Real(String name, double value) implements OnnxAttribute {}

    record Integral(String name, long value) implements OnnxAttribute {}

    record Integrals(String name, List<Long> values) implements OnnxAttribute {
        public Integrals {
            values = List.copyOf(values);
        }
    }

    static OnnxAttribute attribute(String name, double value) {
        return new Real(name, value);
    }

    static OnnxAttribute attribute(String name, long value) {
        return new Integral(name, value);
    }

    static OnnxAttribute attribute(String name, long... values) {
        return new Integrals(name, Arrays.stream(values).boxed().toList());
    }
}
