package dev.stoker.bench.internal.corpus;

import dev.stoker.bench.internal.mutation.ZipMutator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;

/** Files as {@code torch.save} writes them, with a pickle of protocol 2. */
public final class TorchCorpus {
    private static final int ELEMENTS = 6;

    private final ByteArrayOutputStream pickle = new ByteArrayOutputStream();

    private TorchCorpus() {}

    /** A state_dict of so many tensors of 2×3 numbers. */
    public static byte[] file(int tensors) {
        var members = new LinkedHashMap<String, byte[]>();
        members.put("model/data.pkl", new TorchCorpus().stateDict(tensors));
        members.put("model/byteorder", "little".getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < tensors; i++) {
            var storage = new byte[ELEMENTS * Float.BYTES];
            storage[1 + i] = 0x40;
            members.put("model/data/" + i, storage);
        }
        members.put("model/version", "3\n".getBytes(StandardCharsets.UTF_8));
        try {
            return ZipMutator.zip(members);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private byte[] stateDict(int tensors) {
        codes(0x80, 2).emptyDictionary().codes('q', 1, '(');
        for (int i = 0; i < tensors; i++) {
            text("layer%d.weight".formatted(i)).tensor(Integer.toString(i));
        }
        codes('u', '}').text("_metadata").emptyDictionary().codes('s', 'b', '.');
        return pickle.toByteArray();
    }

    private TorchCorpus codes(int... codes) {
        for (int code : codes) {
            pickle.write(code);
        }
        return this;
    }

    private TorchCorpus text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        codes('X', utf8.length, 0, 0, 0);
        pickle.writeBytes(utf8);
        return this;
    }

    private TorchCorpus global(String module, String name) {
        codes('c');
        pickle.writeBytes("%s\n%s\n".formatted(module, name).getBytes(StandardCharsets.UTF_8));
        return this;
    }

    private TorchCorpus emptyDictionary() {
        return global("collections", "OrderedDict").codes(')', 'R');
    }

    private TorchCorpus tensor(String key) {
        global("torch._utils", "_rebuild_tensor_v2").codes('(', '(').text("storage");
        global("torch", "FloatStorage").text(key).text("cpu").codes('K', ELEMENTS, 't', 'Q', 'K', 0);
        return codes('(', 'K', 2, 'K', 3, 't', '(', 'K', 3, 'K', 1, 't', 0x89)
                .emptyDictionary()
                .codes('t', 'R');
    }
}
