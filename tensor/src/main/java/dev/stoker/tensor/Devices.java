package dev.stoker.tensor;

import dev.stoker.core.StokerException;

/** Chooses a device by name: auto, cpu, cuda or cuda:N. */
public final class Devices {
    private Devices() {}

    public static Device choose(String name) {
        return switch (name) {
            case "cpu" -> Device.CPU;
            case "auto" -> LibTorch.whyNoCuda().isEmpty() ? new Device.Cuda(0) : Device.CPU;
            default -> cuda(name);
        };
    }

    private static Device cuda(String name) {
        LibTorch.whyNoCuda().ifPresent(reason -> {
            throw new StokerException("device %s cannot be used: %s; or use device cpu".formatted(name, reason))
                    .about("device");
        });
        int index = name.equals("cuda") ? 0 : Integer.parseInt(name.substring("cuda:".length()));
        if (index >= LibTorch.cudaDevices()) {
            throw new StokerException("there is no device %s: this machine has %d, counted from cuda:0"
                    .formatted(name, LibTorch.cudaDevices()));
        }
        return new Device.Cuda(index);
    }
}
