package dev.stoker.nn.weights;

import dev.stoker.core.StokerException;
import dev.stoker.nn.internal.WeightNames;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A file of {@code torch.save}: a zip archive with a pickle that describes tensors and one member per storage. The pickle
 * is read as data ({@link PickleReader}); storages are read in place, and their checksums compared on first use.
 */
final class TorchFile implements WeightFile {
    static final String REMEDY = "save a plain state_dict: torch.save(model.state_dict(), …)";

    private static final int ARCHIVE = 0x04034b50;
    private static final int LEGACY = 0x0a8a0280; // protocol 2, then a ten-byte number that marks the old format
    private static final String PICKLE = "/data.pkl";
    private static final int LARGEST_PICKLE = 16 << 20;

    /** A tensor and the member of the archive that holds its storage. */
    private record Entry(PickledValue.View view, TorchArchive.Member member) {
        TensorInfo info() {
            return new TensorInfo(
                    view.storage().type(), Arrays.stream(view.sizes()).boxed().toList());
        }
    }

    private final FileBytes bytes;
    private final TorchArchive archive;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Set<String> verified = new HashSet<>();

    private TorchFile(FileBytes bytes, TorchArchive archive) {
        this.bytes = bytes;
        this.archive = archive;
    }

    /** Neither beginning can be that of a safetensors file: as the length of a header both are far too large. */
    static boolean isTorchFile(FileBytes bytes) {
        if (bytes.size() < Integer.BYTES) {
            return false;
        }
        int start = bytes.read(0, Integer.BYTES).getInt(0);
        return start == ARCHIVE || start == LEGACY;
    }

    static TorchFile read(FileBytes bytes) {
        if (bytes.read(0, Integer.BYTES).getInt(0) == LEGACY) {
            throw new StokerException(
                    "%s is in PyTorch's format from before version 1.6, which is not read; save it again with a current one: torch.save(torch.load('%s', weights_only=True), …)"
                            .formatted(bytes.path(), bytes.path().getFileName()));
        }
        var archive = TorchArchive.read(bytes);
        String root = root(bytes.path(), archive);
        requireLittleEndian(bytes, archive, root);
        var pickle = ByteBuffer.wrap(content(bytes, archive, root + PICKLE, LARGEST_PICKLE));
        var file = new TorchFile(bytes, archive);
        StateDict.of(bytes.path(), PickleReader.read(bytes.path(), pickle))
                .forEach((name, view) -> file.entries.put(name, file.entry(root, name, view)));
        return file;
    }

    /** The folder inside the archive, which is named after the file it was first saved as. */
    private static String root(Path path, TorchArchive archive) {
        var pickles = archive.members().keySet().stream()
                .filter(name -> name.endsWith(PICKLE) && name.indexOf('/') == name.length() - PICKLE.length())
                .toList();
        if (pickles.size() != 1) {
            throw new StokerException(
                    "%s is a zip archive but not a file of torch.save: it has no data.pkl (it holds %s)"
                            .formatted(path, WeightNames.some(archive.members().keySet(), 5)));
        }
        String root = pickles.getFirst().substring(0, pickles.getFirst().length() - PICKLE.length());
        if (archive.members().containsKey(root + "/constants.pkl")) {
            throw new StokerException("%s is a TorchScript program, not a file of tensors; %s".formatted(path, REMEDY));
        }
        return root;
    }

    private static void requireLittleEndian(FileBytes bytes, TorchArchive archive, String root) {
        if (!archive.members().containsKey(root + "/byteorder")) {
            return; // files from before PyTorch 2.1 do not say; they come from little-endian machines
        }
        String order = new String(content(bytes, archive, root + "/byteorder", 64), StandardCharsets.UTF_8);
        if (!order.equals("little")) {
            throw new StokerException(
                    "%s was saved on a machine of byte order '%s', and only 'little' is read; load and save it on a little-endian machine"
                            .formatted(bytes.path(), WeightNames.shown(order)));
        }
    }

    private static byte[] content(FileBytes bytes, TorchArchive archive, String name, int largest) {
        var member = archive.members().get(name);
        if (member == null || member.size() > largest) {
            throw new StokerException("%s: %s is missing or has more than %d bytes; %s"
                    .formatted(bytes.path(), WeightNames.shown(name), largest, REMEDY));
        }
        archive.verify(member);
        return bytes.read(member.start(), (int) member.size()).array();
    }

    private Entry entry(String root, String name, PickledValue.View view) {
        var storage = view.storage();
        long needed = Math.min(storage.elements(), Long.MAX_VALUE / 8)
                * storage.type().bytes();
        String place = root + "/data/" + storage.key();
        var member = archive.members().get(place);
        if (member == null || member.size() < needed) {
            throw new StokerException(
                    "%s is damaged: tensor %s needs a storage of %d bytes (%s), the file holds %d; fetch or save it again"
                            .formatted(
                                    path(),
                                    WeightNames.shown(name),
                                    needed,
                                    WeightNames.shown(place),
                                    member == null ? 0 : member.size()));
        }
        return new Entry(view, member);
    }

    @Override
    public Path path() {
        return bytes.path();
    }

    @Override
    public Map<String, TensorInfo> tensors() {
        var tensors = new LinkedHashMap<String, TensorInfo>();
        entries.forEach((name, entry) -> tensors.put(name, entry.info()));
        return tensors;
    }

    @Override
    public void copy(String name, Tensor target) {
        var entry = entries.get(name);
        if (entry == null || !Arrays.equals(entry.view.sizes(), target.sizes())) {
            throw new StokerException("%s: tensor %s is %s, expected %s: it belongs to another model"
                    .formatted(
                            path(), name, entry == null ? "missing" : entry.info(), Arrays.toString(target.sizes())));
        }
        if (target.elements() > 0) {
            copy(entry.view, entry.member, target);
        }
    }

    private void copy(PickledValue.View view, TorchArchive.Member member, Tensor target) {
        if (!verified.contains(member.name())) {
            archive.verify(member);
            verified.add(member.name());
        }
        int width = view.storage().type().bytes();
        try (var arena = Arena.ofConfined();
                var _ = Gradients.off();
                var _ = TensorScope.open("reading " + path().getFileName())) {
            var data = arena.allocate(span(view) * width, 64);
            bytes.fill(data, member.start() + view.offset() * width);
            target.copyFrom(Tensor.strided(data, view.storage().type(), view.sizes(), view.strides()));
        }
    }

    /** How many elements of its storage a tensor reaches over; at most the storage, and so the file. */
    private static long span(PickledValue.View view) {
        long span = 1;
        for (int i = 0; i < view.sizes().length; i++) {
            span += (view.sizes()[i] - 1) * view.strides()[i];
        }
        return span;
    }

    @Override
    public void close() {
        bytes.close();
    }
}
