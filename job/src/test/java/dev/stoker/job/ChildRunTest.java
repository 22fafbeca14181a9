package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stoker.core.StokerException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ChildRunTest {
    private static ChildCommand program(String... arguments) {
        return ChildCommand.of(arguments).running(ChildProgram.class.getName());
    }

    private static ChildRunException failure(ChildCommand command) {
        try (var child = ChildRun.start(command, _ -> {})) {
            return catchThrowableOfType(ChildRunException.class, child::result);
        }
    }

    @Test
    void itHasTheClassPathAndTheGivenEnvironmentAndItsObjectIsTheResult() {
        try (var child = ChildRun.start(program("answer", "two").with("CHILD_VARIABLE", "set"), _ -> {})) {
            assertThat(child.result())
                    .containsEntry("variable", "set")
                    .containsEntry("options", "none")
                    .containsEntry("arguments", 2L);
        }
    }

    @Test
    void debuggersAgentsAndTheMarkOfAParentAreNotInherited() {
        assertThat(ChildCommand.options(List.of(
                        "-Xmx1g",
                        "-agentlib:jdwp=transport=dt_socket",
                        "-javaagent:a.jar",
                        "-XX:StartFlightRecording:filename=a",
                        "-Dstoker.parent=1",
                        "-Da=b")))
                .containsExactly("-Xmx1g", "-Da=b");
    }

    @Test
    void aFailureHasTheExitCodeTheSentenceAndTheLastLines() {
        var failure = failure(program("fail", "no such dataset"));
        assertThat(failure).hasMessage("`stoker fail no such dataset` ended with exit code 2: no such dataset");
        assertThat(failure.said()).isEqualTo("no such dataset");
        assertThat(failure.exitCode()).isEqualTo(2);
        assertThat(failure.reason()).isEqualTo(ChildRunException.Reason.FAILED);
        assertThat(failure.lastErrors())
                .hasSize(20)
                .startsWith("line 12")
                .endsWith("line 30", "stoker: no such dataset");
    }

    @Test
    void tooLittleMemoryIsRecognizedBySentenceAndByTheKernelsSignal() {
        for (String sentence : List.of(
                "CUDA out of memory. Tried to allocate 2 GiB",
                "cuda:0 has too little memory for 64 images at once; use a smaller batch",
                "the JVM ran out of heap memory, of which it may use 1 GiB",
                "DefaultCPUAllocator: can't allocate memory: you tried to allocate 1 bytes")) {
            assertThat(failure(program("fail", sentence)).reason())
                    .as(sentence)
                    .isEqualTo(ChildRunException.Reason.OUT_OF_MEMORY);
        }
        var killed = failure(program("die"));
        assertThat(killed.exitCode()).isEqualTo(137);
        assertThat(killed.reason()).isEqualTo(ChildRunException.Reason.OUT_OF_MEMORY);
        assertThat(killed.said()).isEqualTo("was killed (exit code 137), as the kernel does when memory runs out");
    }

    @Test
    void aChildWithoutAnObjectIsAFailure() {
        assertThat(failure(program("silence")))
                .hasMessageStartingWith("`stoker silence` ended without a result (")
                .hasMessageEndingWith("); --json makes it print one");
    }

    @Test
    void aChildThatIsAskedToStopEndsAndSaysSo() {
        var asleep = new AtomicBoolean();
        try (var child = ChildRun.start(program("sleep"), line -> asleep.set(line.equals("asleep")))) {
            var failure = catchThrowableOfType(ChildRunException.class, () -> child.result(asleep::get));
            assertThat(failure.reason()).isEqualTo(ChildRunException.Reason.STOPPED);
            assertThat(failure).hasMessage("`stoker sleep` was stopped");
            assertThat(child.isAlive()).isFalse();
        }
    }

    @Test
    void aChildThatDoesNotStopIsKilledAfterAWhile() throws InterruptedException {
        var asleep = new CountDownLatch(1);
        try (var child = ChildRun.start(program("deaf"), _ -> asleep.countDown())) {
            assertThat(asleep.await(60, TimeUnit.SECONDS)).isTrue();
            child.stop(Duration.ofMillis(300));
            assertThatThrownBy(child::result).hasMessage("`stoker deaf` was stopped");
        }
    }

    @Test
    void closingLeavesNoneOfSeveralBehind() {
        var children = new ConcurrentLinkedQueue<ChildRun>();
        for (int i = 0; i < 3; i++) {
            children.add(ChildRun.start(program("sleep"), _ -> {}));
        }
        children.forEach(ChildRun::close);
        assertThat(children)
                .noneMatch(ChildRun::isAlive)
                .noneMatch(child -> ProcessHandle.of(child.pid()).isPresent());
    }

    @Test
    void aProgramThatIsNotThereIsNamed() {
        var command = program("answer").startedBy(List.of("no-such-program"));
        assertThatThrownBy(() -> ChildRun.start(command, _ -> {}))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("cannot start no-such-program for `stoker answer` (");
    }
}
