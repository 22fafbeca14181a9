package dev.stoker.cli.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RooflineTableTest {
    private static Map<String, Object> row(Object... keysAndValues) {
        var row = new LinkedHashMap<String, Object>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            row.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return row;
    }

    @Test
    void layersHaveTheirTimesAndSharesIn80Columns() {
        var lines = RooflineTable.lines(
                "kernel layers",
                List.of(
                        row(
                                "layers", "layer1.0.downsample.{0, 1}",
                                "kernels", 13.0,
                                "forward_milliseconds", 0.5,
                                "backward_milliseconds", 0.74,
                                "share", 0.042,
                                "gigabytes", 4.83,
                                "share_of_bandwidth", 1.015,
                                "teraflops", 63.43,
                                "share_of_peak", 0.059,
                                "share_of_roofline", 1.015),
                        row("layers", "fc", "forward_milliseconds", 0.02, "backward_milliseconds", 0.22)));
        assertThat(lines)
                .containsExactly(
                        "kernel layers                fwd ms bwd ms  share     GB bandw.   peak roofline",
                        "  layer1.0.downsample.{0, 1}   0.50   0.74   4.2%   4.83 101.5%   5.9%   101.5%",
                        "  fc                           0.02   0.22")
                .allMatch(line -> line.length() <= 80);
    }

    @Test
    void numbersThatNoRowHasGetNoColumn() {
        var lines = RooflineTable.lines(
                "most expensive kernels",
                List.of(row(
                        "kernel",
                        "sm90_xmma_fprop_implicit_gemm_bf16bf16_kernel",
                        "kernels",
                        15.0,
                        "milliseconds",
                        2.77,
                        "share",
                        0.091)));
        assertThat(lines)
                .containsExactly(
                        "most expensive kernels       kernels     ms  share",
                        "  sm90_xmma_fprop_…16_kernel      15   2.77   9.1%");
    }
}
