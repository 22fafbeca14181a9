package dev.stoker.telemetry.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessCommandTest {
    @Test
    void optionsOfTheJvmAreToldFromArguments() {
        var command = ProcessCommand.of(
                "java\0-Xmx1g\0-cp\0/a.jar:/b.jar\0--add-opens\0java.base/java.nio=ALL-UNNAMED\0dev.stoker.cli.Main\0train\0--name\0two"
                    + " words\0");
        assertThat(command.jvmOptions()).containsExactly("-Xmx1g", "--add-opens", "java.base/java.nio=ALL-UNNAMED");
        assertThat(command.arguments()).containsExactly("dev.stoker.cli.Main", "train", "--name", "two words");
    }

    @Test
    void aJarTakesThePlaceOfAMainClass() {
        var command = ProcessCommand.of("java\0-ea\0-jar\0tool.jar\0-x\0");
        assertThat(command.jvmOptions()).containsExactly("-ea");
        assertThat(command.arguments()).containsExactly("-jar", "tool.jar", "-x");
    }

    @Test
    void thisProcessHasACommand() {
        assertThat(ProcessCommand.ofThisProcess().arguments()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "-Dproxy.password=abc, -Dproxy.password=***",
        "--api-key=abc=d, --api-key=***",
        "HF_TOKEN=abc, HF_TOKEN=***",
        "https://me:pass@host/path, https://***@host/path",
        "https://host/file?X-Signature=abc&b=c, https://host/file?***",
        "/data/tokens=2/images, /data/tokens=2/images",
        "--lr=0.1, --lr=0.1"
    })
    void secretsAreHidden(String word, String shown) {
        assertThat(new ProcessCommand(List.of(word), List.of(word)).withoutSecrets())
                .isEqualTo(new ProcessCommand(List.of(shown), List.of(shown)));
    }

    @Test
    void theValueAfterAFlagOfASecretIsHidden() {
        assertThat(new ProcessCommand(List.of(), List.of("--token", "abc", "--epochs", "2", "--secret", "--quiet"))
                        .withoutSecrets()
                        .arguments())
                .containsExactly("--token", "***", "--epochs", "2", "--secret", "--quiet");
    }
}
