package dev.stoker.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GpuSettingsTest {
    private int before;

    @BeforeEach
    void asItIs() {
        Natives.load();
        before = GpuSettings.searched();
    }

    @AfterEach
    void asItWas() {
        GpuSettings.search(before);
    }

    @Test
    void libtorchKeepsHowManyPlansAreTried() {
        GpuSettings.search(3);
        assertThat(GpuSettings.searched()).isEqualTo(3);
        GpuSettings.search(0);
        assertThat(GpuSettings.searched()).isZero();
        GpuSettings.autotune(true);
        assertThat(GpuSettings.searched()).isEqualTo(GpuSettings.USUAL_PLANS);
        assertThatThrownBy(() -> GpuSettings.search(-1)).hasMessage("plans to try must be at least 0, got -1");
    }

    @Test
    void aStretchWithoutASearchEndsAsItBeganEvenWhenItFails() {
        GpuSettings.search(7);
        GpuSettings.withoutSearch(() -> assertThat(GpuSettings.searched()).isZero());
        assertThat(GpuSettings.searched()).isEqualTo(7);
        assertThatThrownBy(() -> GpuSettings.withoutSearch(() -> {
                    throw new IllegalStateException("no such shape");
                }))
                .hasMessage("no such shape");
        assertThat(GpuSettings.searched()).isEqualTo(7);
    }
}
