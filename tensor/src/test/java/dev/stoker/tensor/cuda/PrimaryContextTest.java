package dev.stoker.tensor.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.tensor.LibTorch;
import org.junit.jupiter.api.Test;

class PrimaryContextTest {
    /** Also where there is no driver at all. */
    @Test
    void thereIsOneExactlyWhereThereIsOneGpu() {
        assertThat(PrimaryContext.createForOnlyGpu()).isEqualTo(LibTorch.cudaDevices() == 1);
    }
}
