package dev.stoker.tensor.internal.kernel;

import static org.bytedeco.cuda.global.nvrtc.nvrtcCompileProgram;
import static org.bytedeco.cuda.global.nvrtc.nvrtcCreateProgram;
import static org.bytedeco.cuda.global.nvrtc.nvrtcDestroyProgram;
import static org.bytedeco.cuda.global.nvrtc.nvrtcGetCUBIN;
import static org.bytedeco.cuda.global.nvrtc.nvrtcGetCUBINSize;
import static org.bytedeco.cuda.global.nvrtc.nvrtcGetErrorString;
import static org.bytedeco.cuda.global.nvrtc.nvrtcGetProgramLog;
import static org.bytedeco.cuda.global.nvrtc.nvrtcGetProgramLogSize;
import static org.bytedeco.cuda.global.nvrtc.nvrtcVersion;

import dev.stoker.core.StokerException;
import dev.stoker.tensor.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.cuda.nvrtc._nvrtcProgram;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.SizeTPointer;

/** Machine code of kernels by NVRTC, which needs no GPU; what a process has compiled once, later ones find. */
public final class KernelCompiler {
    private static final Pattern INCLUSION = Pattern.compile("^#include \"(.*)\"$", Pattern.MULTILINE);
    private static final CompiledKernels COMPILED = CompiledKernels.ofUser();
    private static final KernelsAhead AHEAD = new KernelsAhead(COMPILED);

    private KernelCompiler() {}

    /** Machine code for a compute capability, as it was kept or as it is compiled now. */
    public static byte[] binary(KernelSource source, int capability) {
        return AHEAD.get(origin(source, capability), () -> compile(source, capability));
    }

    /** Begins to compile sources beside each other, each of which takes up to two seconds; nothing fails where there is no compiler. */
    public static void begin(Collection<KernelSource> sources, int capability) {
        if (hasCompiler()) {
            sources.forEach(source -> AHEAD.begin(origin(source, capability), () -> compile(source, capability)));
        }
    }

    /** Whether NVRTC is on this machine. */
    public static boolean hasCompiler() {
        try {
            return !compilerVersion().isEmpty();
        } catch (StokerException | LinkageError _) {
            return false;
        }
    }

    /** All that the machine code depends on. */
    private static List<String> origin(KernelSource source, int capability) {
        var origin = new ArrayList<>(List.of(text(source.resource()), compilerVersion()));
        origin.addAll(source.options(capability));
        return origin;
    }

    private static String compilerVersion() {
        int[] major = new int[1];
        int[] minor = new int[1];
        check(nvrtcVersion(major, minor), "kernels", "");
        return major[0] + "." + minor[0];
    }

    /** Machine code for a compute capability, compiled in any case. */
    public static byte[] compile(KernelSource source, int capability) {
        try (var _ = new PointerScope()) {
            String resource = source.resource();
            var program = new _nvrtcProgram();
            var text = new BytePointer(text(resource), StandardCharsets.UTF_8);
            PointerPointer<?> none = null;
            check(nvrtcCreateProgram(program, text, new BytePointer(resource), 0, none, none), resource, "");
            try {
                var options = source.options(capability);
                int status = nvrtcCompileProgram(program, options.size(), pointers(options));
                check(status, resource, status == 0 ? "" : log(program));
                var size = new SizeTPointer(1);
                check(nvrtcGetCUBINSize(program, size), resource, "");
                var binary = new BytePointer(size.get());
                check(nvrtcGetCUBIN(program, binary), resource, "");
                byte[] bytes = new byte[Math.toIntExact(binary.capacity())];
                binary.get(bytes);
                return bytes;
            } finally {
                nvrtcDestroyProgram(program);
            }
        }
    }

    private static PointerPointer<BytePointer> pointers(List<String> texts) {
        var pointers = new PointerPointer<BytePointer>(texts.size());
        for (int i = 0; i < texts.size(); i++) {
            pointers.put(i, new BytePointer(texts.get(i)));
        }
        return pointers;
    }

    /** The text of a resource, with that of others in place of the lines that include them: NVRTC finds no files. */
    private static String text(String resource) {
        try (var stream = Objects.requireNonNull(Tensor.class.getResourceAsStream(resource), resource)) {
            var text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return INCLUSION.matcher(text).replaceAll(line -> Matcher.quoteReplacement(text(line.group(1))));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String log(_nvrtcProgram program) {
        var size = new SizeTPointer(1);
        nvrtcGetProgramLogSize(program, size);
        var log = new BytePointer(size.get());
        nvrtcGetProgramLog(program, log);
        return "\n" + log.getString();
    }

    private static void check(int status, String resource, String log) {
        if (status != 0) {
            throw new StokerException("compiling %s failed: %s%s"
                    .formatted(resource, nvrtcGetErrorString(status).getString(), log));
        }
    }
}
