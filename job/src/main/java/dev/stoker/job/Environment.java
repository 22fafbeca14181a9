package dev.stoker.job;

import dev.stoker.core.Bytes;
import dev.stoker.telemetry.hardware.CpuInfo;
import dev.stoker.telemetry.hardware.Gpu;
import dev.stoker.telemetry.hardware.Gpus;
import dev.stoker.telemetry.hardware.Host;
import dev.stoker.telemetry.hardware.HostCondition;
import dev.stoker.telemetry.hardware.HostMemory;
import dev.stoker.tensor.CudaLibrary;
import dev.stoker.tensor.LibTorch;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What this machine has for training; also what a bug report should hold. */
public record Environment(
        String java,
        String operatingSystem,
        CpuInfo processor,
        Bytes memory,
        Bytes memoryAvailable,
        Gpus gpus,
        List<Library> libraries,
        String torch,
        boolean gpuBuild,
        String nativesFolder,
        List<HostCondition> conditions,
        Optional<String> whyNoCuda) {

    /** A library that the CUDA build needs, and whether it can be loaded here. */
    public record Library(String fileName, String title, boolean loads, String remedy) {}

    public static Environment ofThisMachine() {
        var gpus = Gpus.probe();
        return new Environment(
                "%s (%s), %s".formatted(property("java.version"), property("java.vendor"), property("java.home")),
                "%s %s, %s".formatted(property("os.name"), property("os.version"), property("os.arch")),
                CpuInfo.ofThisMachine(),
                HostMemory.total(),
                HostMemory.available(),
                gpus,
                Arrays.stream(CudaLibrary.values()).map(Environment::library).toList(),
                LibTorch.torchVersion(),
                LibTorch.hasGpuBuild(),
                LibTorch.folder(),
                Host.conditions(gpus, LibTorch.folder()),
                LibTorch.whyNoCuda());
    }

    /** Of Stoker, as the build put it into the jar's manifest. */
    public static String version() {
        String version = Environment.class.getPackage().getImplementationVersion();
        return version == null ? "(unpackaged)" : version;
    }

    private static Library library(CudaLibrary library) {
        return new Library(library.fileName(), library.title(), library.loads(), library.remedy());
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("stoker", version());
        fields.put("java", java);
        fields.put("operating_system", operatingSystem);
        fields.put("processor", processor.model());
        fields.put("cores", processor.cores());
        fields.put("instruction_sets", processor.instructionSets());
        fields.put("bfloat16", processor.hasBfloat16());
        fields.put("memory_bytes", memory.count());
        fields.put("memory_available_bytes", memoryAvailable.count());
        putGpus(fields);
        fields.put("libtorch", torch);
        fields.put("libtorch_build", gpuBuild ? "cuda" : "cpu");
        fields.put("natives_folder", nativesFolder);
        putConditions(fields);
        fields.put("cuda_libraries", cudaLibraries());
        whyNoCuda.ifPresent(reason -> fields.put("why_no_cuda", reason));
        return fields;
    }

    private void putGpus(Map<String, Object> fields) {
        switch (gpus) {
            case Gpus.Found found -> {
                fields.put("driver", found.driverVersion());
                fields.put("driver_cuda", found.cudaVersion());
                fields.put("gpus", found.devices().stream().map(Gpu::name).toList());
            }
            case Gpus.Missing _ -> fields.put("gpus", List.of());
        }
    }

    private void putConditions(Map<String, Object> fields) {
        var values = new LinkedHashMap<String, Object>();
        var remedies = new LinkedHashMap<String, Object>();
        for (var condition : conditions) {
            String name = condition.name().replace(' ', '_');
            values.put(name, condition.value());
            condition.remedy().ifPresent(remedy -> remedies.put(name, remedy));
        }
        fields.put("host_conditions", values);
        fields.put("host_remedies", remedies);
    }

    private Map<String, Object> cudaLibraries() {
        var found = new LinkedHashMap<String, Object>();
        libraries.forEach(library -> found.put(library.fileName(), library.loads()));
        return found;
    }
}
