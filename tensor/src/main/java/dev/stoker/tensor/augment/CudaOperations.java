package dev.stoker.tensor.augment;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.internal.kernel.CudaModule;
import dev.stoker.tensor.internal.kernel.CudaModule.Grid;

/**
 * By the kernels of operations.cuh: as many rounds as an image may have operations, in each of which every image gets its
 * next one. What each image gets is in its row, so a captured graph launches the same kernels for every batch.
 */
record CudaOperations(ImageAugmenterSettings settings, Device.Cuda device, CudaModule program) {
    private static final int LEVELS = 256;

    /** Buffers of a batch; what is mixed is empty where nothing is. */
    private record Buffers(Tensor histograms, Tensor tables, Tensor originals, Tensor sums) {
        void release() {
            histograms.release();
            tables.release();
            originals.release();
            sums.release();
        }
    }

    /** The canvas after all operations; the given one is released. */
    Tensor apply(Tensor cropped, Tensor parameters, Grid grid) {
        int count = grid.blocksX();
        var canvas = cropped;
        var result =
                Tensor.empty(DataType.UINT8, device, count, settings.target().bytes());
        var buffers = buffers(count);
        for (int i = 0; i < settings.requirements().operations(); i++) {
            fillTables(canvas, parameters, i, grid, buffers);
            operate(canvas, parameters, i, grid, buffers, result);
            var next = result;
            result = canvas;
            canvas = next;
        }
        result.release();
        buffers.release();
        return canvas;
    }

    private Buffers buffers(int count) {
        long entries = (long) settings.channels() * LEVELS;
        long mixed = settings.requirements().mix() ? settings.target().bytes() : 0;
        return new Buffers(
                Tensor.empty(DataType.INT32, device, count, entries),
                Tensor.empty(DataType.UINT8, device, count, entries),
                Tensor.empty(DataType.UINT8, device, count, mixed),
                Tensor.empty(DataType.FLOAT32, device, count, mixed));
    }

    private void fillTables(Tensor canvas, Tensor parameters, int operation, Grid grid, Buffers buffers) {
        var target = settings.target();
        buffers.histograms.zeroInPlace();
        program.launch(
                "countLevels",
                grid,
                canvas.address(),
                parameters.address(),
                operation,
                target.height(),
                target.width(),
                buffers.histograms.address());
        program.launch(
                "fillTables",
                new Grid(grid.blocksX(), 1, LEVELS, 1),
                parameters.address(),
                operation,
                target.height() * target.width(),
                buffers.histograms.address(),
                buffers.tables.address());
    }

    private void operate(Tensor canvas, Tensor parameters, int operation, Grid grid, Buffers buffers, Tensor result) {
        boolean mix = settings.requirements().mix();
        program.launch(
                "operate",
                grid,
                canvas.address(),
                parameters.address(),
                operation,
                settings.target().height(),
                settings.target().width(),
                buffers.tables.address(),
                mix ? buffers.originals.address() : 0L,
                mix ? buffers.sums.address() : 0L,
                result.address());
    }
}
