package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class EnvProcessTest {
    @TempDir
    Path folder;

    @Test
    void theEnvironmentSaysWhatTheContainerOffers() {
        var shown = StokerProcess.run(folder, "env");
        assertThat(shown.err()).isEmpty();
        assertThat(shown.exitCode()).isZero();
        assertThat(shown.out().lines().map(line -> line.split(" {2,}", 2)[0]))
                .containsSubsequence("container", "limits", "shared memory", "user", "home", "native libraries")
                .containsSubsequence("network", "ssh", "libtorch", "libnccl.so.2", "cuda");
    }

    @Test
    void conditionsAndRemediesAreWrittenAsJson() {
        var written = JsonMapper.shared()
                .readTree(StokerProcess.run(folder, "env", "--json").out());
        var conditions = written.path("host_conditions");
        assertThat(conditions.propertyNames())
                .contains("container", "limits", "shared_memory", "user", "home", "native_libraries", "network", "ssh");
        assertThat(conditions.path("native_libraries").asString())
                .startsWith(written.path("natives_folder").asString());
        assertThat(conditions.propertyNames())
                .containsAll(written.path("host_remedies").propertyNames());
    }
}
