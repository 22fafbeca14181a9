package dev.stoker.telemetry.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcFileTest {
    @TempDir
    private Path folder;

    private ProcFile.Fields fields(String text) throws IOException {
        return new ProcFile.Fields(Files.writeString(folder.resolve("file"), text));
    }

    @Test
    void aFieldIsFoundByItsWholeNameWhereverItStands() throws IOException {
        var fields = fields("MemTotal:       24 kB\npgpgin 7\npgpginodes 9\nlast:\t11");
        assertThat(fields.kibibytes("MemTotal:")).hasValue(24 * 1024);
        assertThat(fields.number("pgpgin")).hasValue(7);
        assertThat(fields.number("pgpginodes")).hasValue(9);
        assertThat(fields.number("last:")).hasValue(11);
    }

    @Test
    void aLongerNameBeforeAShorterOneIsNotTakenForIt() throws IOException {
        assertThat(fields("pgpginodes 9\npgpgin 7\n").number("pgpgin")).hasValue(7);
    }

    @Test
    void whatIsMissingOrNoNumberIsAbsent() throws IOException {
        var fields = fields("VmRSS: many kB\nName:\n");
        assertThat(fields.number("VmRSS:")).isEqualTo(OptionalLong.empty());
        assertThat(fields.number("Name:")).isEqualTo(OptionalLong.empty());
        assertThat(fields.number("VmHWM:")).isEqualTo(OptionalLong.empty());
        assertThat(new ProcFile.Fields(folder.resolve("no-such-file")).number("x"))
                .isEqualTo(OptionalLong.empty());
    }
}
