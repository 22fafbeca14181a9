package dev.stoker.tensor;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.util.Arrays;
import java.util.List;

/** A shared library that libtorch's CUDA build needs on the machine, and where to get it. */
public enum CudaLibrary {
    DRIVER("libcuda.so.1", "the NVIDIA driver", "install the NVIDIA driver, version 580 or newer"),
    RUNTIME("libcudart.so.13", "the CUDA 13 runtime", toolkit("cuda-cudart-13-0")),
    CUBLAS("libcublas.so.13", "cuBLAS", toolkit("libcublas-13-0")),
    CUBLAS_LT("libcublasLt.so.13", "cuBLASLt", toolkit("libcublas-13-0")),
    CUFFT("libcufft.so.12", "cuFFT", toolkit("libcufft-13-0")),
    CURAND("libcurand.so.10", "cuRAND", toolkit("libcurand-13-0")),
    CUSOLVER("libcusolver.so.12", "cuSOLVER", toolkit("libcusolver-13-0")),
    CUSPARSE("libcusparse.so.12", "cuSPARSE", toolkit("libcusparse-13-0")),
    CUFILE("libcufile.so.0", "cuFile", toolkit("libcufile-13-0")),
    CUPTI("libcupti.so.13", "CUPTI", toolkit("cuda-cupti-13-0")),
    CUDNN(
            "libcudnn.so.9",
            "cuDNN 9",
            "install cuDNN 9 for CUDA 13 (package cudnn9-cuda-13, or nvidia-cudnn-cu13 in Python)"),
    NCCL("libnccl.so.2", "NCCL", "install NCCL for CUDA 13 (package libnccl2, or nvidia-nccl-cu13 in Python)");

    private final String fileName;
    private final String title;
    private final String remedy;

    CudaLibrary(String fileName, String title, String remedy) {
        this.fileName = fileName;
        this.title = title;
        this.remedy = remedy;
    }

    private static String toolkit(String part) {
        return "install the CUDA 13 toolkit (or its part " + part
                + "); if it is installed, add its lib64 folder to LD_LIBRARY_PATH";
    }

    public String fileName() {
        return fileName;
    }

    public String title() {
        return title;
    }

    public String remedy() {
        return remedy;
    }

    /** Whether the dynamic linker of this process can load it, with all that it needs in turn. */
    public boolean loads() {
        try (var arena = Arena.ofConfined()) {
            SymbolLookup.libraryLookup(fileName, arena);
            return true;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    public static List<CudaLibrary> missing() {
        return Arrays.stream(values()).filter(library -> !library.loads()).toList();
    }

    /** For the launcher: names what is missing and exits with 1, or exits with 0. Needs no other room and no libtorch. */
    public static void main(String[] arguments) {
        var missing = missing();
        missing.stream().limit(1).forEach(first -> System.out.println(describe(missing)));
        System.exit(missing.isEmpty() ? 0 : 1);
    }

    static String describe(List<CudaLibrary> missing) {
        var first = missing.getFirst();
        String others = missing.size() == 1 ? "" : " and %d more".formatted(missing.size() - 1);
        return "%s (%s)%s cannot be loaded: %s".formatted(first.fileName, first.title, others, first.remedy);
    }
}
