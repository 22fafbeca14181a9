package dev.stoker.nn.weights;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Reads the pickle of a state_dict as data. It knows the instructions of the pickle machine that build values, and the globals
 * that describe a tensor; everything else is refused by name, and nothing is executed.
 */
final class PickleReader {
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

    private final PickleInput input;
    private final PickledTensors tensors;
    private final PickleStack stack;

    private PickleReader(PickleInput input) {
        this.input = input;
        tensors = new PickledTensors(input::malformed);
        stack = new PickleStack(input::malformed);
    }

    static PickledValue read(Path path, ByteBuffer pickle) {
        return new PickleReader(new PickleInput(path, pickle)).run();
    }

    private PickledValue run() {
        while (true) {
            int code = input.nextInstruction();
            if (code == '.') {
                return stack.pop();
            }
            step(code);
            stack.checkDepth();
        }
    }

    private void step(int code) {
        switch (code) {
            case 0x80 -> version(input.take(1).get());
            case 0x95 -> input.take(Long.BYTES); // a frame: it only helps to read ahead
            case 'c' -> stack.push(global(input.line(), input.line()));
            case 0x93 -> {
                String name = text(stack.pop());
                stack.push(global(text(stack.pop()), name));
            }
            case 'R' -> reduce();
            case 'Q' -> stack.push(tensors.storage(stack.pop()));
            case 'b' -> build();
            case '(' -> stack.push(PickledValue.Mark.HERE);
            case ')' -> stack.push(new PickledValue.Items());
            case ']' -> stack.push(new PickledValue.Items());
            case '}' -> stack.push(new PickledValue.Dictionary());
            case 't' -> stack.push(row(stack.sinceMark()));
            case 0x85 -> stack.push(row(stack.last(1)));
            case 0x86 -> stack.push(row(stack.last(2)));
            case 0x87 -> stack.push(row(stack.last(3)));
            case 'a' -> append(stack.last(1));
            case 'e' -> append(stack.sinceMark());
            case 's' -> put(stack.last(2));
            case 'u' -> put(stack.sinceMark());
            case 'q' -> stack.remember(Byte.toUnsignedInt(input.take(1).get()));
            case 'r' -> stack.remember(input.take(4).getInt());
            case 0x94 -> stack.rememberNext();
            case 'h' -> stack.push(stack.recall(Byte.toUnsignedInt(input.take(1).get())));
            case 'j' -> stack.push(stack.recall(input.take(4).getInt()));
            case 'X' ->
                stack.push(new PickledValue.Text(input.characters(input.take(4).getInt())));
            case 0x8c ->
                stack.push(new PickledValue.Text(
                        input.characters(Byte.toUnsignedInt(input.take(1).get()))));
            case 'J' -> stack.push(new PickledValue.Whole(input.take(4).getInt()));
            case 'K' ->
                stack.push(
                        new PickledValue.Whole(Byte.toUnsignedInt(input.take(1).get())));
            case 'M' ->
                stack.push(
                        new PickledValue.Whole(Short.toUnsignedInt(input.take(2).getShort())));
            case 0x8a ->
                stack.push(input.longNumber(Byte.toUnsignedInt(input.take(1).get())));
            case 'G' -> {
                input.take(Double.BYTES);
                stack.push(PickledValue.Ignored.VALUE);
            }
            case 'N', 0x88, 0x89 -> stack.push(PickledValue.Ignored.VALUE);
            default -> throw input.malformed("the instruction 0x%02x, which no state_dict needs".formatted(code));
        }
    }

    private void version(int version) {
        if (version < 2 || version > 5) {
            throw input.malformed("protocol %d, where 2 to 5 are read".formatted(version));
        }
    }

    private PickledValue global(String module, String name) {
        var known = GLOBALS.get(module + "." + name);
        if (known == null) {
            throw input.refused(module + "." + name);
        }
        return known;
    }

    private void reduce() {
        var arguments = stack.pop() instanceof PickledValue.Items row
                ? row.items
                : List.<PickledValue>of(PickledValue.Ignored.VALUE);
        stack.push(
                switch (stack.pop()) {
                    case PickledValue.Function function -> tensors.rebuild(function, arguments);
                    case PickledValue.Mark _,
                            PickledValue.Text _,
                            PickledValue.Whole _,
                            PickledValue.Ignored _,
                            PickledValue.Items _ -> throw noFunction();
                    case PickledValue.Dictionary _,
                            PickledValue.StorageKind _,
                            PickledValue.Storage _,
                            PickledValue.View _ -> throw noFunction();
                });
    }

    private StokerException noFunction() {
        return input.malformed("a call of something that is no function");
    }

    /** State of an ordered dictionary, such as PyTorch's _metadata, is of no use here. */
    private void build() {
        stack.pop();
        if (!(stack.peek() instanceof PickledValue.Dictionary)) {
            throw input.malformed("a state for something that is no dictionary");
        }
    }

    private void append(List<PickledValue> items) {
        if (!(stack.peek() instanceof PickledValue.Items row)) {
            throw input.malformed("items for something that is no list");
        }
        row.items.addAll(items);
    }

    private void put(List<PickledValue> items) {
        if (!(stack.peek() instanceof PickledValue.Dictionary dictionary) || items.size() % 2 != 0) {
            throw input.malformed("items for something that is no dictionary");
        }
        for (int i = 0; i < items.size(); i += 2) {
            if (items.get(i) instanceof PickledValue.Text(String key)) {
                dictionary.items.put(key, items.get(i + 1));
            }
        }
    }

    private static PickledValue.Items row(List<PickledValue> items) {
        var row = new PickledValue.Items();
        row.items.addAll(items);
        return row;
    }

    private String text(PickledValue value) {
        if (value instanceof PickledValue.Text(String text)) {
            return text;
        }
        throw input.malformed("a name that is no text");
    }
}
