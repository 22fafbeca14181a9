package dev.stoker.telemetry.hardware;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The processor of a machine: its model, the logical cores this process may use, and its vector instruction sets. */
public record CpuInfo(String model, int cores, List<String> instructionSets) {
    private static final String UNKNOWN = "unknown";
    private static final List<String> INTERESTING = List.of(
            "sse4_2",
            "avx",
            "avx2",
            "fma",
            "avx512f",
            "avx512_bf16",
            "avx512_vnni",
            "amx_tile",
            "amx_bf16",
            "amx_int8",
            "asimd",
            "bf16",
            "sve");
    private static final Set<String> BFLOAT16 = Set.of("amx_bf16", "avx512_bf16", "bf16");

    public CpuInfo {
        if (cores < 1) {
            throw new IllegalArgumentException("a processor has at least 1 core, got " + cores);
        }
        instructionSets = List.copyOf(instructionSets);
    }

    /** The CPU time of this process on all cores. */
    public static Duration timeUsed() {
        return Duration.ofNanos(
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime());
    }

    public static CpuInfo ofThisMachine() {
        return from(Path.of("/proc/cpuinfo"), Runtime.getRuntime().availableProcessors());
    }

    static CpuInfo from(Path cpuinfo, int cores) {
        Map<String, String> facts = firstCore(cpuinfo);
        // x86 lists its instruction sets as flags, Arm as features.
        String flags = facts.getOrDefault("flags", facts.getOrDefault("Features", ""));
        return new CpuInfo(facts.getOrDefault("model name", UNKNOWN), cores, interesting(flags));
    }

    /** Whether bfloat16 is multiplied in hardware (AMX, AVX-512 or Arm's); elsewhere that precision may be far slower than single. */
    public boolean hasBfloat16() {
        return instructionSets.stream().anyMatch(BFLOAT16::contains);
    }

    /** Every core has a paragraph of its own with the same content. */
    private static Map<String, String> firstCore(Path cpuinfo) {
        Map<String, String> facts = new HashMap<>();
        ProcFile.lines(cpuinfo).stream()
                .takeWhile(line -> !line.isBlank())
                .map(line -> line.split(":", 2))
                .filter(fact -> fact.length == 2)
                .forEach(fact -> facts.put(fact[0].strip(), fact[1].strip()));
        return facts;
    }

    private static List<String> interesting(String flags) {
        Set<String> present = Set.copyOf(Arrays.asList(flags.split(" ")));
        return INTERESTING.stream().filter(present::contains).toList();
    }
}
