package dev.stoker.distribute.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShellWordsTest {
    private static final List<String> WORDS =
            List.of("plain", "", "two words", "it's", "$HOME `id` \\ \"x\"", "a=b", "*", "~", "x;y|z&", "é\n#");

    @Test
    void aShellReadsWhatWasMeant() throws Exception {
        String script = "printf '%s\\0' " + ShellWords.joined(WORDS);

        assertThat(printed(script)).isEqualTo(String.join("\0", WORDS) + "\0");
        assertThat(printed("exec sh -c " + ShellWords.quoted(script))).isEqualTo(String.join("\0", WORDS) + "\0");
    }

    @Test
    void variablesHoldWhatTheyShould() throws Exception {
        String value = "it's $HOME; \"two\" words";

        assertThat(printed(ShellWords.assignments(Map.of("A", value)) + " printenv A"))
                .isEqualTo(value + "\n");
        assertThat(ShellWords.assignments(Map.of("RANK", "1", "MASTER_ADDR", "127.0.0.1")))
                .isEqualTo("MASTER_ADDR=127.0.0.1 RANK=1");
    }

    private static String printed(String script) throws Exception {
        var process = new ProcessBuilder("sh", "-c", script).start();
        return new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    }
}
