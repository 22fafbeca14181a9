package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFinderTest {
    @TempDir
    private Path folder;

    private Path runs;
    private RunFinder finder;

    @BeforeEach
    void createRunsFolder() throws IOException {
        runs = Files.createDirectory(folder.resolve("runs"));
        finder = new RunFinder(runs);
    }

    private Path run(String folderName, String name) throws IOException {
        Path run = Files.createDirectories(runs.resolve(folderName));
        Files.writeString(run.resolve("plan.yaml"), "name: " + name + "\n");
        return run;
    }

    @Test
    void aRunIsFoundByItsPathItsFolderAndItsName() throws IOException {
        Path run = run("20260102-030405-first", "first");
        assertThat(finder.find(run.toString())).isEqualTo(run);
        assertThat(finder.find("20260102-030405-first")).isEqualTo(run);
        assertThat(finder.find("first")).isEqualTo(run);
    }

    @Test
    void ofSeveralRunsWithANameTheNewestIsMeant() throws IOException {
        run("20260102-030405-a", "a");
        run("20260102-030406-a", "a");
        Path tenth = run("20260102-030406-a-10", "a");
        run("20260102-030406-a-9", "a");
        run("20260301-000000-b", "b");
        assertThat(finder.find("a")).isEqualTo(tenth);
    }

    @Test
    void aNumberMayBePartOfTheName() throws IOException {
        Path second = run("20260102-030405-resnet-18", "resnet-18");
        assertThat(finder.find("resnet-18")).isEqualTo(second);
        assertThatThrownBy(() -> finder.find("resnet")).hasMessageStartingWith("there is no run 'resnet' in");
        Path first = run("20260101-030405-resnet", "resnet");
        assertThat(finder.find("resnet")).isEqualTo(first);
    }

    @Test
    void lastIsTheNewestRunAndNotTheNewestFolder() throws IOException {
        run("20260102-030405-z", "z");
        Path newest = run("20260102-030500-a", "a");
        Files.createDirectory(runs.resolve("20270101-000000-without-a-plan"));
        assertThat(finder.find("last")).isEqualTo(newest);
    }

    @Test
    void aRenamedFolderIsAsOldAsItsPlan() throws IOException {
        Path renamed = run("my-best", "a");
        Files.setLastModifiedTime(renamed.resolve("plan.yaml"), FileTime.from(Instant.parse("2026-01-15T00:00:00Z")));
        Path digits = run("20269999-999999-a", "a");
        Files.setLastModifiedTime(digits.resolve("plan.yaml"), FileTime.from(Instant.parse("2026-01-20T00:00:00Z")));
        Path older = run("20260102-030405-a", "a");
        Path newer = run("20260202-030405-a", "a");
        assertThat(finder.newestFirst()).containsExactly(newer, digits, renamed, older);
        assertThat(finder.find("my-best")).isEqualTo(renamed);
    }

    @Test
    void aFolderThatIsCalledLastIsMeantByItsName() throws IOException {
        Path called = run("last", "a");
        run("20990102-030405-a", "a");
        assertThat(finder.find("last")).isEqualTo(called);
    }

    @Test
    void aDamagedPlanDoesNotHideOtherRuns() throws IOException {
        Path damaged = run("20260103-030405-a-2", "a");
        Files.write(damaged.resolve("plan.yaml"), new byte[] {(byte) 0xff, 0, 1});
        Path sound = run("20260102-030405-a", "a");
        assertThat(finder.find("a")).isEqualTo(sound);
    }

    @Test
    void anUnknownRunIsAnsweredWithTheNewestOnes() throws IOException {
        run("20260101-000000-a", "a");
        assertThatThrownBy(() -> finder.find("frist"))
                .isInstanceOf(StokerException.class)
                .hasMessage(
                        "there is no run 'frist' in %s; there is 20260101-000000-a, and `last` is the newest", runs);
        run("20260102-000000-b", "b");
        run("20260103-000000-c", "c");
        run("20260104-000000-d", "d");
        assertThatThrownBy(() -> finder.find("frist"))
                .hasMessage(
                        "there is no run 'frist' in %s; the newest of 4 are 20260104-000000-d, 20260103-000000-c,"
                                + " 20260102-000000-b, and `last` is the newest",
                        runs);
    }

    @Test
    void withoutAnyRunTheFolderOfRunsIsNamed() {
        assertThatThrownBy(() -> finder.find("last"))
                .hasMessage("there is no run 'last': %s holds no runs; name their folder with runs", runs);
        assertThatThrownBy(() -> new RunFinder(folder.resolve("nowhere")).find("last"))
                .hasMessageContaining("nowhere holds no runs");
    }

    @Test
    void aFolderWithoutAPlanIsNoRun() {
        assertThatThrownBy(() -> finder.find(folder.toString()))
                .hasMessage(
                        "%s is not a run folder: it has no plan.yaml; give a folder created by `stoker train`", folder);
    }

    @Test
    void aLinkThatLeadsNowhereIsNamed() throws IOException {
        Files.createSymbolicLink(runs.resolve("mine"), folder.resolve("gone"));
        assertThatThrownBy(() -> finder.find("mine"))
                .hasMessageContaining("mine is a symbolic link to")
                .hasMessageContaining("which does not exist");
    }
}
