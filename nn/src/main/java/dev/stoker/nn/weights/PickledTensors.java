package dev.stoker.nn.weights;

import dev.stoker.core.StokerException;
import java.util.List;
import java.util.function.Function;

/** Puts tensors together from the arguments that a pickle gives for them, and checks that they stay in their storage. */
final class PickledTensors {
    private static final int MOST_DIMENSIONS = 8;

    private final Function<String, StokerException> malformed;

    PickledTensors(Function<String, StokerException> malformed) {
        this.malformed = malformed;
    }

    /** A persistent id: the word storage, its kind, its key in the archive, its device, how many elements it has. */
    PickledValue storage(PickledValue id) {
        if (id instanceof PickledValue.Items row
                && row.items.size() == 5
                && row.items.get(0) instanceof PickledValue.Text(String word)
                && word.equals("storage")
                && row.items.get(1) instanceof PickledValue.StorageKind kind
                && row.items.get(2) instanceof PickledValue.Text(String key)
                && row.items.get(4) instanceof PickledValue.Whole(long elements)
                && elements >= 0) {
            return new PickledValue.Storage(kind.type(), key, elements);
        }
        throw malformed.apply("a storage that is not described as PyTorch does");
    }

    PickledValue rebuild(PickledValue.Function function, List<PickledValue> arguments) {
        return switch (function) {
            case ORDERED_DICTIONARY -> {
                require(arguments.isEmpty(), "an ordered dictionary with arguments");
                yield new PickledValue.Dictionary();
            }
            case REBUILD_TENSOR -> tensor(arguments);
            case REBUILD_PARAMETER -> {
                require(
                        arguments.size() == 3 && arguments.getFirst() instanceof PickledValue.View,
                        "a parameter that is no tensor");
                yield arguments.getFirst();
            }
            case RESTORE_TYPE -> {
                // libtorch in C++ writes the type of each container
                require(arguments.size() == 2, "a container without its type");
                yield arguments.getFirst();
            }
        };
    }

    /** Storage, offset, sizes, strides; whether it needs gradients, hooks and metadata do not matter here. */
    private PickledValue tensor(List<PickledValue> arguments) {
        if ((arguments.size() == 6 || arguments.size() == 7)
                && arguments.get(0) instanceof PickledValue.Storage storage
                && arguments.get(1) instanceof PickledValue.Whole(long offset)
                && arguments.get(2) instanceof PickledValue.Items sizes
                && arguments.get(3) instanceof PickledValue.Items strides) {
            var view = new PickledValue.View(storage, offset, numbers(sizes), numbers(strides));
            require(
                    isWithinStorage(view),
                    "a tensor that reaches beyond its storage of %d elements".formatted(storage.elements()));
            return view;
        }
        throw malformed.apply("a tensor that is not described as PyTorch does");
    }

    private long[] numbers(PickledValue.Items row) {
        require(row.items.size() <= MOST_DIMENSIONS, "a tensor of %d dimensions".formatted(row.items.size()));
        return row.items.stream().mapToLong(this::number).toArray();
    }

    private long number(PickledValue value) {
        if (value instanceof PickledValue.Whole(long number) && number >= 0) {
            return number;
        }
        throw malformed.apply("a tensor with a size or stride that is negative or not a number");
    }

    private boolean isWithinStorage(PickledValue.View view) {
        require(view.sizes().length == view.strides().length, "a tensor with other strides than sizes");
        try {
            long elements = 1;
            long last = view.offset();
            for (int i = 0; i < view.sizes().length; i++) {
                elements = Math.multiplyExact(elements, view.sizes()[i]);
                last = Math.addExact(last, Math.multiplyExact(view.sizes()[i] - 1, view.strides()[i]));
            }
            long end = elements == 0 ? view.offset() : last + 1;
            return view.offset() >= 0 && end <= view.storage().elements();
        } catch (ArithmeticException _) {
            return false;
        }
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw malformed.apply(otherwise);
        }
    }
}
