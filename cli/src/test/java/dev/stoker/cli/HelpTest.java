package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HelpTest {
    private static final int COLUMNS = 80;

    @TempDir
    private Path folder;

    /** Picocli reports a percent sign that it took for a format on standard error. */
    @Test
    void theHelpOfEveryCommandFitsATerminalAndHasNoWarnings() {
        var help = StokerProcess.startMain(HelpPrinter.class, folder).ended();
        assertThat(help.err()).isEmpty();
        assertThat(help.out().lines().filter(line -> line.startsWith("# ")))
                .hasSizeGreaterThan(15)
                .contains("# stoker prepare", "# stoker launch");
        assertThat(help.out().lines())
                .allSatisfy(
                        line -> assertThat(line.codePoints().count()).as(line).isLessThanOrEqualTo(COLUMNS));
    }
}
