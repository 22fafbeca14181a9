package dev.stoker.job.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FamiliarNamesTest {
    private static final List<String> KEYS =
            PlanKey.all().stream().map(PlanKey::name).toList();

    @TempDir
    private Path folder;

    @Test
    void everyNameMeansKeysThatExist() {
        assertThat(FamiliarNames.names()).hasSizeGreaterThan(150).allSatisfy(name -> {
            var meaning = FamiliarNames.meaning(name).orElseThrow();
            assertThat(KEYS).containsAll(meaning.keys());
            assertThat(meaning.keys().isEmpty() && meaning.remark().isEmpty()).isFalse();
        });
    }

    @Test
    void noNameIsAKeyOrIsListedTwice() {
        var names = FamiliarNames.names();
        assertThat(names).doesNotContainAnyElementsOf(KEYS).doesNotHaveDuplicates();
        assertThat(names.stream().map(name -> name.replace("-", "")).collect(Collectors.toSet()))
                .as("in any spelling")
                .hasSameSizeAs(names)
                .doesNotContainAnyElementsOf(
                        KEYS.stream().map(key -> key.replace("-", "")).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "learning_rate   | Stoker calls it lr",
                "learningRate    | Stoker calls it lr",
                "batch-size      | Stoker calls it batch",
                "num_workers     | Stoker calls it workers",
                "lr_scheduler    | Stoker calls it schedule",
                "imgsz           | Stoker calls it size",
                "weight_decay    | Stoker calls it weight-decay",
                "warmup          | Stoker calls it warm-up",
                "max_epochs      | Stoker calls it epochs",
                "amp             | Stoker calls it precision (bf16 or fp16)",
                "betas           | Stoker calls it beta1, beta2",
                "dropout_rate    | Stoker calls it dropout",
                "num_classes     | the data says which classes there are",
            })
    void aNameOfAnotherLibraryIsAnsweredWithTheKey(String name, String answer) {
        assertThatThrownBy(() -> Plan.DEFAULTS.with(name, "1"))
                .isInstanceOf(StokerException.class)
                .hasMessage("unknown plan key '%s'; %s", name, answer);
    }

    @Test
    void allNamesOfAPlanAreAnsweredAtOnce() throws IOException {
        Path file = folder.resolve("plan.yaml");
        Files.writeString(file, "learning_rate: 0.1\nepochs: 3\nbatch_size: 8\n");
        assertThatThrownBy(() -> PlanFile.read(file, Plan.DEFAULTS))
                .hasMessage("%s: unknown plan keys: Stoker calls learning_rate lr, batch_size batch", file);
    }

    @Test
    void otherUnknownNamesAreLeftToTheNearestKey() {
        assertThat(FamiliarNames.meaning("epohcs")).isEmpty();
        assertThatThrownBy(() -> Plan.DEFAULTS.with("epohcs", "1"))
                .hasMessage("there is no plan key 'epohcs'; did you mean epochs?");
    }
}
