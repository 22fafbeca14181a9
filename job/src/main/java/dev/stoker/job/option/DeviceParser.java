package dev.stoker.job.option;

import dev.stoker.tensor.Device;
import java.util.regex.Pattern;

/** Devices by name; whether the machine has them is asked later. */
record DeviceParser() implements ValueParser<Device> {
    private static final Pattern CUDA = Pattern.compile("cuda(?::([0-9]{1,3}))?");

    @Override
    public Device parse(String text) {
        if (text.equals("cpu")) {
            return Device.CPU;
        }
        var cuda = CUDA.matcher(text);
        if (!cuda.matches()) {
            throw new IllegalArgumentException("cpu, cuda, cuda:N");
        }
        return new Device.Cuda(cuda.group(1) == null ? 0 : Integer.parseInt(cuda.group(1)));
    }
}
