package dev.stoker.tensor;

import dev.stoker.core.DataType;
import java.util.List;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.Dispatcher;
import org.bytedeco.pytorch.GenericList;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.LayoutOptional;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.TensorList;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** All conversion between Stoker's values and libtorch's; what it makes belongs to the innermost scope. */
final class TorchInterop {
    private TorchInterop() {}

    static ScalarType scalar(DataType type) {
        return switch (type) {
            case BOOL -> ScalarType.Bool;
            case UINT8 -> ScalarType.Byte;
            case INT8 -> ScalarType.Char;
            case INT16 -> ScalarType.Short;
            case INT32 -> ScalarType.Int;
            case INT64 -> ScalarType.Long;
            case FLOAT16 -> ScalarType.Half;
            case BFLOAT16 -> ScalarType.BFloat16;
            case FLOAT32 -> ScalarType.Float;
            case FLOAT64 -> ScalarType.Double;
        };
    }

    static DataType elementType(ScalarType type) {
        return switch (type.intern()) {
            case Bool -> DataType.BOOL;
            case Byte -> DataType.UINT8;
            case Char -> DataType.INT8;
            case Short -> DataType.INT16;
            case Int -> DataType.INT32;
            case Long -> DataType.INT64;
            case Half -> DataType.FLOAT16;
            case BFloat16 -> DataType.BFLOAT16;
            case Float -> DataType.FLOAT32;
            case Double -> DataType.FLOAT64;
            default -> throw new IllegalStateException("a tensor of " + type + " reached Java; convert it first");
        };
    }

    static DeviceType deviceType(Device device) {
        return switch (device) {
            case Device.Cpu _ -> DeviceType.CPU;
            case Device.Cuda _ -> DeviceType.CUDA;
        };
    }

    static org.bytedeco.pytorch.Device device(Device device) {
        return switch (device) {
            case Device.Cpu _ -> new org.bytedeco.pytorch.Device(DeviceType.CPU);
            case Device.Cuda(int index) -> new org.bytedeco.pytorch.Device(DeviceType.CUDA, (byte) index);
        };
    }

    static Device device(org.bytedeco.pytorch.Device device) {
        return device.is_cuda() ? new Device.Cuda(device.index()) : Device.CPU;
    }

    static TensorOptions options(DataType type, Device device) {
        return new TensorOptions()
                .dtype(new ScalarTypeOptional(scalar(type)))
                .device(new DeviceOptional(device(device)));
    }

    /** A cast and move in one call; where nothing changes, the same storage comes back. */
    static org.bytedeco.pytorch.Tensor to(org.bytedeco.pytorch.Tensor tensor, DataType type, Device device) {
        return tensor.to(
                new ScalarTypeOptional(scalar(type)),
                new LayoutOptional(),
                new DeviceOptional(device(device)),
                new BoolOptional(),
                false,
                false,
                new MemoryFormatOptional());
    }

    static TensorVector vector(List<Tensor> tensors) {
        return new TensorVector(tensors.stream().map(Tensor::handle).toArray(org.bytedeco.pytorch.Tensor[]::new));
    }

    static IValue list(TensorVector tensors) {
        return new IValue(new GenericList((org.bytedeco.javacpp.Pointer) new TensorList(tensors)));
    }

    /** Calls an operator that the presets give no Java method. */
    static void call(String operator, String overload, IValue... arguments) {
        Dispatcher.singleton().findSchemaOrThrow(operator, overload).callBoxed(new IValueVector(arguments));
    }

    /** The one result of an operator that the presets give no Java method; it belongs to the innermost scope. */
    static IValue result(String operator, String overload, IValue... arguments) {
        var stack = new IValueVector(arguments);
        Dispatcher.singleton().findSchemaOrThrow(operator, overload).callBoxed(stack);
        return new IValue(stack.get(0));
    }
}
