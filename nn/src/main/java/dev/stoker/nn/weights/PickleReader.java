package dev.stoker.nn.weights;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import dev.stoker.nn.internal.WeightNames;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the pickle of a state_dict as data. Of the pickle machine it knows the instructions that put values together,
 * and of the globals those that stand for a tensor; everything else is refused by name, and nothing is executed.
 */
final class PickleReader {
    private static final int MOST_VALUES = 2_000_000;
    private static final int DEEPEST = 100_000;

    private static final Map<String, PickledValue> GLOBALS = Map.ofEntries(
            Map.entry("collections.OrderedDict", PickledValue.Function.ORDERED_DICTIONARY),
            Map.entry("torch._utils._rebuild_tensor_v2", PickledValue.Function.REBUILD_TENSOR),
            Map.entry("torch._utils._rebuild_parameter", PickledValue.Function.REBUILD_PARAMETER),
            Map.entry("torch.jit._pickle.restore_type_tag", PickledValue.Function.RESTORE_TYPE),
            storage("Float", DataType.FLOAT32),
            storage("Double", DataType.FLOAT64),
            storage("Half", DataType.FLOAT16),
            storage("BFloat16", DataType.BFLOAT16),
            storage("Long", DataType.INT64),
            storage("Int", DataType.INT32),
            storage("Short", DataType.INT16),
            storage("Char", DataType.INT8),
            storage("Byte", DataType.UINT8),
            storage("Bool", DataType.BOOL));

    private static Map.Entry<String, PickledValue> storage(String name, DataType type) {
        return Map.entry("torch.%sStorage".formatted(name), new PickledValue.StorageKind(type));
    }

    private final Path path;
    private final ByteBuffer input;
    private final PickledTensors tensors;
    private final Deque<PickledValue> stack = new ArrayDeque<>();
    private final Map<Integer, PickledValue> memo = new HashMap<>();
    private int values;
    private int instruction;

    private PickleReader(Path path, ByteBuffer input) {
        this.path = path;
        this.input = input.order(ByteOrder.LITTLE_ENDIAN);
        tensors = new PickledTensors(this::malformed);
    }

    static PickledValue read(Path path, ByteBuffer pickle) {
        return new PickleReader(path, pickle).run();
    }

    private PickledValue run() {
        while (true) {
            instruction = input.position();
            int code = take(1).get() & 0xff;
            if (code == '.') {
                return pop();
            }
            step(code);
            if (stack.size() > DEEPEST) {
                throw malformed("more than %d values at once".formatted(DEEPEST));
            }
        }
    }

    private void step(int code) {
        switch (code) {
            case 0x80 -> version(take(1).get());
            case 0x95 -> take(Long.BYTES); // a frame: it only helps to read ahead
            case 'c' -> push(global(line(), line()));
            case 0x93 -> {
                String name = text(pop());
                push(global(text(pop()), name));
            }
            case 'R' -> reduce();
            case 'Q' -> push(tensors.storage(pop()));
            case 'b' -> build();
            case '(' -> push(PickledValue.Mark.HERE);
            case ')' -> push(new PickledValue.Row());
            case ']' -> push(new PickledValue.Row());
            case '}' -> push(new PickledValue.Dictionary());
            case 't' -> push(row(sinceMark()));
            case 0x85 -> push(row(last(1)));
            case 0x86 -> push(row(last(2)));
            case 0x87 -> push(row(last(3)));
            case 'a' -> append(last(1));
            case 'e' -> append(sinceMark());
            case 's' -> put(last(2));
            case 'u' -> put(sinceMark());
            case 'q' -> remember(Byte.toUnsignedInt(take(1).get()));
            case 'r' -> remember(take(4).getInt());
            case 0x94 -> remember(memo.size());
            case 'h' -> push(recall(Byte.toUnsignedInt(take(1).get())));
            case 'j' -> push(recall(take(4).getInt()));
            case 'X' -> push(new PickledValue.Text(characters(take(4).getInt())));
            case 0x8c -> push(new PickledValue.Text(characters(Byte.toUnsignedInt(take(1).get()))));
            case 'J' -> push(new PickledValue.Whole(take(4).getInt()));
            case 'K' -> push(new PickledValue.Whole(Byte.toUnsignedInt(take(1).get())));
            case 'M' -> push(new PickledValue.Whole(Short.toUnsignedInt(take(2).getShort())));
            case 0x8a -> push(longNumber(Byte.toUnsignedInt(take(1).get())));
            case 'G' -> {
                take(Double.BYTES);
                push(PickledValue.Ignored.VALUE);
            }
            case 'N', 0x88, 0x89 -> push(PickledValue.Ignored.VALUE);
            default -> throw malformed("the instruction 0x%02x, which no state_dict needs".formatted(code));
        }
    }

    private void version(int version) {
        if (version < 2 || version > 5) {
            throw malformed("protocol %d, where 2 to 5 are read".formatted(version));
        }
    }

    private PickledValue global(String module, String name) {
        var known = GLOBALS.get(module + "." + name);
        if (known == null) {
            throw new StokerException("%s holds a '%s.%s' at byte %d of its pickle, which is no tensor; %s"
                    .formatted(
                            path, WeightNames.shown(module), WeightNames.shown(name), instruction, TorchFile.REMEDY));
        }
        return known;
    }

    private void reduce() {
        var arguments =
                pop() instanceof PickledValue.Row row ? row.items : List.<PickledValue>of(PickledValue.Ignored.VALUE);
        push(
                switch (pop()) {
                    case PickledValue.Function function -> tensors.rebuild(function, arguments);
                    case PickledValue.Mark _,
                            PickledValue.Text _,
                            PickledValue.Whole _,
                            PickledValue.Ignored _,
                            PickledValue.Row _ -> throw noFunction();
                    case PickledValue.Dictionary _,
                            PickledValue.StorageKind _,
                            PickledValue.Storage _,
                            PickledValue.View _ -> throw noFunction();
                });
    }

    private StokerException noFunction() {
        return malformed("a call of something that is no function");
    }

    /** State of an ordered dictionary, such as PyTorch's _metadata, is of no use here. */
    private void build() {
        pop();
        if (!(peek() instanceof PickledValue.Dictionary)) {
            throw malformed("a state for something that is no dictionary");
        }
    }

    private void append(List<PickledValue> items) {
        if (!(peek() instanceof PickledValue.Row row)) {
            throw malformed("items for something that is no list");
        }
        row.items.addAll(items);
    }

    private void put(List<PickledValue> items) {
        if (!(peek() instanceof PickledValue.Dictionary dictionary) || items.size() % 2 != 0) {
            throw malformed("items for something that is no dictionary");
        }
        for (int i = 0; i < items.size(); i += 2) {
            if (items.get(i) instanceof PickledValue.Text(String key)) {
                dictionary.items.put(key, items.get(i + 1));
            }
        }
    }

    private static PickledValue.Row row(List<PickledValue> items) {
        var row = new PickledValue.Row();
        row.items.addAll(items);
        return row;
    }

    private List<PickledValue> last(int count) {
        var items = new ArrayList<PickledValue>();
        for (int i = 0; i < count; i++) {
            items.addFirst(pop());
        }
        return items;
    }

    private List<PickledValue> sinceMark() {
        var items = new ArrayList<PickledValue>();
        while (peek() != PickledValue.Mark.HERE) {
            items.add(stack.pop());
        }
        stack.pop();
        return items.reversed();
    }

    private void push(PickledValue value) {
        if (++values > MOST_VALUES) {
            throw malformed("more than %d values".formatted(MOST_VALUES));
        }
        stack.push(value);
    }

    private PickledValue pop() {
        var value = peek();
        if (value == PickledValue.Mark.HERE) {
            throw malformed("a mark where a value was expected");
        }
        stack.pop();
        return value;
    }

    private PickledValue peek() {
        var value = stack.peek();
        if (value == null) {
            throw malformed("an instruction without the value it needs");
        }
        return value;
    }

    private void remember(int place) {
        memo.put(place, peek());
        if (memo.size() > values) {
            throw malformed("more places than values");
        }
    }

    private PickledValue recall(int place) {
        var value = memo.get(place);
        if (value == null) {
            throw malformed("a reference to value %d, which was never kept".formatted(place));
        }
        return value;
    }

    private String text(PickledValue value) {
        if (value instanceof PickledValue.Text(String text)) {
            return text;
        }
        throw malformed("a name that is no text");
    }

    private String characters(int bytes) {
        return StandardCharsets.UTF_8.decode(take(bytes)).toString();
    }

    /** The text up to the end of the line. */
    private String line() {
        int length = 0;
        while (length < input.remaining() && input.get(input.position() + length) != '\n') {
            length++;
        }
        String line = characters(length);
        take(1);
        return line;
    }

    /** A little-endian number of any length; what exceeds 64 bits cannot be a size. */
    private PickledValue longNumber(int bytes) {
        var digits = take(bytes);
        if (bytes > Long.BYTES) {
            return PickledValue.Ignored.VALUE;
        }
        long number = bytes == 0 ? 0 : digits.get(bytes - 1);
        for (int i = bytes - 2; i >= 0; i--) {
            number = (number << 8) | (digits.get(i) & 0xff);
        }
        return new PickledValue.Whole(number);
    }

    private ByteBuffer take(int bytes) {
        if (bytes < 0 || bytes > input.remaining()) {
            throw malformed("an end in the middle");
        }
        var taken = input.slice(input.position(), bytes).order(ByteOrder.LITTLE_ENDIAN);
        input.position(input.position() + bytes);
        return taken;
    }

    private StokerException malformed(String what) {
        return new StokerException("%s is no file of tensors: its pickle has %s at byte %d; %s"
                .formatted(path, what, instruction, TorchFile.REMEDY));
    }
}
