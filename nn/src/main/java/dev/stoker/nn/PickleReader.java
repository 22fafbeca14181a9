package dev.stoker.nn;

import dev.stoker.core.ElementType;
import dev.stoker.core.StokerException;
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

    private static final Map<String, Pickled> GLOBALS = Map.ofEntries(
            Map.entry("collections.OrderedDict", Pickled.Function.ORDERED_DICTIONARY),
            Map.entry("torch._utils._rebuild_tensor_v2", Pickled.Function.REBUILD_TENSOR),
            Map.entry("torch._utils._rebuild_parameter", Pickled.Function.REBUILD_PARAMETER),
            Map.entry("torch.jit._pickle.restore_type_tag", Pickled.Function.RESTORE_TYPE),
            storage("Float", ElementType.FLOAT32),
            storage("Double", ElementType.FLOAT64),
            storage("Half", ElementType.FLOAT16),
            storage("BFloat16", ElementType.BFLOAT16),
            storage("Long", ElementType.INT64),
            storage("Int", ElementType.INT32),
            storage("Short", ElementType.INT16),
            storage("Char", ElementType.INT8),
            storage("Byte", ElementType.UINT8),
            storage("Bool", ElementType.BOOL));

    private static Map.Entry<String, Pickled> storage(String name, ElementType type) {
        return Map.entry("torch.%sStorage".formatted(name), new Pickled.StorageKind(type));
    }

    private final Path path;
    private final ByteBuffer input;
    private final PickledTensors tensors;
    private final Deque<Pickled> stack = new ArrayDeque<>();
    private final Map<Integer, Pickled> memo = new HashMap<>();
    private int values;
    private int instruction;

    private PickleReader(Path path, ByteBuffer input) {
        this.path = path;
        this.input = input.order(ByteOrder.LITTLE_ENDIAN);
        tensors = new PickledTensors(this::malformed);
    }

    static Pickled read(Path path, ByteBuffer pickle) {
        return new PickleReader(path, pickle).run();
    }

    private Pickled run() {
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
            case '(' -> push(Pickled.Mark.HERE);
            case ')' -> push(new Pickled.Row());
            case ']' -> push(new Pickled.Row());
            case '}' -> push(new Pickled.Dictionary());
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
            case 'X' -> push(new Pickled.Text(characters(take(4).getInt())));
            case 0x8c -> push(new Pickled.Text(characters(Byte.toUnsignedInt(take(1).get()))));
            case 'J' -> push(new Pickled.Whole(take(4).getInt()));
            case 'K' -> push(new Pickled.Whole(Byte.toUnsignedInt(take(1).get())));
            case 'M' -> push(new Pickled.Whole(Short.toUnsignedInt(take(2).getShort())));
            case 0x8a -> push(longNumber(Byte.toUnsignedInt(take(1).get())));
            case 'G' -> {
                take(Double.BYTES);
                push(Pickled.Aside.VALUE);
            }
            case 'N', 0x88, 0x89 -> push(Pickled.Aside.VALUE);
            default -> throw malformed("the instruction 0x%02x, which no state_dict needs".formatted(code));
        }
    }

    private void version(int version) {
        if (version < 2 || version > 5) {
            throw malformed("protocol %d, where 2 to 5 are read".formatted(version));
        }
    }

    private Pickled global(String module, String name) {
        var known = GLOBALS.get(module + "." + name);
        if (known == null) {
            throw new StokerException("%s holds a '%s.%s' at byte %d of its pickle, which is no tensor; %s"
                    .formatted(path, Names.shown(module), Names.shown(name), instruction, TorchFile.REMEDY));
        }
        return known;
    }

    private void reduce() {
        var arguments = pop() instanceof Pickled.Row row ? row.items : List.<Pickled>of(Pickled.Aside.VALUE);
        push(
                switch (pop()) {
                    case Pickled.Function function -> tensors.rebuild(function, arguments);
                    case Pickled.Mark _, Pickled.Text _, Pickled.Whole _, Pickled.Aside _, Pickled.Row _ ->
                        throw noFunction();
                    case Pickled.Dictionary _, Pickled.StorageKind _, Pickled.Storage _, Pickled.View _ ->
                        throw noFunction();
                });
    }

    private StokerException noFunction() {
        return malformed("a call of something that is no function");
    }

    /** State of an ordered dictionary, such as PyTorch's _metadata, is of no use here. */
    private void build() {
        pop();
        if (!(peek() instanceof Pickled.Dictionary)) {
            throw malformed("a state for something that is no dictionary");
        }
    }

    private void append(List<Pickled> items) {
        if (!(peek() instanceof Pickled.Row row)) {
            throw malformed("items for something that is no list");
        }
        row.items.addAll(items);
    }

    private void put(List<Pickled> items) {
        if (!(peek() instanceof Pickled.Dictionary dictionary) || items.size() % 2 != 0) {
            throw malformed("items for something that is no dictionary");
        }
        for (int i = 0; i < items.size(); i += 2) {
            if (items.get(i) instanceof Pickled.Text(String key)) {
                dictionary.items.put(key, items.get(i + 1));
            }
        }
    }

    private static Pickled.Row row(List<Pickled> items) {
        var row = new Pickled.Row();
        row.items.addAll(items);
        return row;
    }

    private List<Pickled> last(int count) {
        var items = new ArrayList<Pickled>();
        for (int i = 0; i < count; i++) {
            items.addFirst(pop());
        }
        return items;
    }

    private List<Pickled> sinceMark() {
        var items = new ArrayList<Pickled>();
        while (peek() != Pickled.Mark.HERE) {
            items.add(stack.pop());
        }
        stack.pop();
        return items.reversed();
    }

    private void push(Pickled value) {
        if (++values > MOST_VALUES) {
            throw malformed("more than %d values".formatted(MOST_VALUES));
        }
        stack.push(value);
    }

    private Pickled pop() {
        var value = peek();
        if (value == Pickled.Mark.HERE) {
            throw malformed("a mark where a value was expected");
        }
        stack.pop();
        return value;
    }

    private Pickled peek() {
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

    private Pickled recall(int place) {
        var value = memo.get(place);
        if (value == null) {
            throw malformed("a reference to value %d, which was never kept".formatted(place));
        }
        return value;
    }

    private String text(Pickled value) {
        if (value instanceof Pickled.Text(String text)) {
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
    private Pickled longNumber(int bytes) {
        var digits = take(bytes);
        if (bytes > Long.BYTES) {
            return Pickled.Aside.VALUE;
        }
        long number = bytes == 0 ? 0 : digits.get(bytes - 1);
        for (int i = bytes - 2; i >= 0; i--) {
            number = (number << 8) | (digits.get(i) & 0xff);
        }
        return new Pickled.Whole(number);
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
