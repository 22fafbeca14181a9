package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the JVM cannot get, as a sentence. */
class JvmErrorProcessTest {
    @TempDir
    Path folder;

    private StokerProcess.Ended run(List<String> prefix, String... arguments) {
        return StokerProcess.start(folder, prefix, arguments).ended();
    }

    /** The JVM mentions on standard error that it has taken options from the environment. */
    private static List<String> sentences(StokerProcess.Ended ended) {
        return ended.err().lines().filter(line -> !line.startsWith("NOTE: ")).toList();
    }

    private static List<String> withOption(String option) {
        return List.of("env", "JDK_JAVA_OPTIONS=" + option);
    }

    @Test
    void aHeapThatIsTooSmallIsASentenceWithItsSizeAndTheRemedy() {
        var ended = run(withOption("-Xmx8m"), "train", "--epochs", "1");
        assertThat(sentences(ended))
                .singleElement()
                .asString()
                .startsWith("stoker: the JVM ran out of heap memory, of which it may use 7.")
                .contains("STOKER_JAVA_OPTS=-Xmx2g");
        assertThat(ended.exitCode()).isEqualTo(2);
        var traced = run(withOption("-Xmx8m"), "train", "--epochs", "1", "--debug");
        assertThat(traced.err()).contains("java.lang.OutOfMemoryError", "\tat ");
    }

    @ParameterizedTest
    @ValueSource(ints = {12, 20, 24})
    void tooFewOpenFilesAreASentenceWithTheRemedy(int limit) {
        var ended = run(List.of("bash", "-c", "ulimit -n " + limit + " && exec \"$@\"", "bash"), "env");
        assertThat(sentences(ended))
                .singleElement()
                .asString()
                .startsWith("stoker: too many open files")
                .contains("ulimit -n 1024");
        assertThat(ended.exitCode()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-XX:MaxMetaspaceSize=14m | the JVM ran out of memory",
                "-Dorg.bytedeco.javacpp.cachedir=/proc/none -Duser.home=/proc/none -Djava.io.tmpdir=/proc/none | a"
                        + " native library cannot be loaded (Could not create the cache",
            })
    void otherShortagesHaveSentencesOfTheirOwn(String option, String sentence) {
        var ended = run(withOption(option), "train", "--epochs", "1");
        assertThat(sentences(ended)).anyMatch(line -> line.startsWith("stoker: " + sentence)); // the JVM may add a line
        assertThat(ended.err()).doesNotContain("\tat ");
        assertThat(ended.exitCode()).isEqualTo(2);
    }

    /** Libraries are being loaded meanwhile, on a thread of their own. */
    @RepeatedTest(3)
    void aCommandLineThatIsRefusedAtOnceEndsWithItsSentenceAlone() {
        var ended = run(List.of(), "train", "--epochs", "many");
        assertThat(ended.err()).startsWith("stoker: epochs must be an integer");
        assertThat(ended.exitCode()).isEqualTo(2);
    }
}
