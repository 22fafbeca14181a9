package dev.stoker.nn.weights;

import dev.stoker.core.StokerException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The stack and the memo of the pickle machine, both bounded. */
final class PickleStack {
    private static final int MOST_VALUES = 2_000_000;
    private static final int DEEPEST = 100_000;

    private final Function<String, StokerException> malformed;
    private final Deque<PickledValue> stack = new ArrayDeque<>();
    private final Map<Integer, PickledValue> memo = new HashMap<>();
    private int values;

    PickleStack(Function<String, StokerException> malformed) {
        this.malformed = malformed;
    }

    void checkDepth() {
        if (stack.size() > DEEPEST) {
            throw malformed.apply("more than %d values at once".formatted(DEEPEST));
        }
    }

    List<PickledValue> last(int count) {
        var items = new ArrayList<PickledValue>();
        for (int i = 0; i < count; i++) {
            items.addFirst(pop());
        }
        return items;
    }

    List<PickledValue> sinceMark() {
        var items = new ArrayList<PickledValue>();
        while (peek() != PickledValue.Mark.HERE) {
            items.add(stack.pop());
        }
        stack.pop();
        return items.reversed();
    }

    void push(PickledValue value) {
        if (++values > MOST_VALUES) {
            throw malformed.apply("more than %d values".formatted(MOST_VALUES));
        }
        stack.push(value);
    }

    PickledValue pop() {
        var value = peek();
        if (value == PickledValue.Mark.HERE) {
            throw malformed.apply("a mark where a value was expected");
        }
        stack.pop();
        return value;
    }

    PickledValue peek() {
        var value = stack.peek();
        if (value == null) {
            throw malformed.apply("an instruction without the value it needs");
        }
        return value;
    }

    void remember(int place) {
        memo.put(place, peek());
        if (memo.size() > values) {
            throw malformed.apply("more places than values");
        }
    }

    PickledValue recall(int place) {
        var value = memo.get(place);
        if (value == null) {
            throw malformed.apply("a reference to value %d, which was never kept".formatted(place));
        }
        return value;
    }

    void rememberNext() {
        remember(memo.size());
    }
}
