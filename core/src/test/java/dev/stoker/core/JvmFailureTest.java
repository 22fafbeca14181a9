package dev.stoker.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JvmFailureTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Java heap space | ran out of heap memory, of which it may use | -Xmx",
                "GC overhead limit exceeded | ran out of heap memory | -Xmx",
                "Metaspace | memory for classes | -XX:MaxMetaspaceSize",
                "Cannot reserve 9 bytes of direct buffer memory | memory for buffers | -XX:MaxDirectMemorySize",
                "unable to create native thread: possibly out of memory | no further thread | ulimit -u",
                "Physical memory usage is too high | Physical memory usage is too high | fewer workers",
            })
    void eachKindOfMemoryThatRanOutHasItsRemedy(String message, String what, String remedy) {
        var failure = JvmFailure.ofError(new OutOfMemoryError(message));
        assertThat(failure.sentence()).contains(what).contains(remedy);
        assertThat(failure.exitCode()).isEqualTo(2);
    }

    @Test
    void theErrorIsFoundBehindTheExceptionsOfOtherThreads() {
        var wrapped = new IllegalStateException(new RuntimeException(new OutOfMemoryError("Java heap space")));
        assertThat(JvmFailure.of(wrapped))
                .hasValueSatisfying(found -> assertThat(found.sentence()).contains("heap"));
        assertThat(JvmFailure.of(new IllegalStateException("another"))).isEmpty();
    }

    @Test
    void aMethodThatCannotBeLinkedForWantOfMemoryIsAboutMemory() {
        var memory = new OutOfMemoryError("Java heap space");
        var failure =
                new BootstrapMethodError("bootstrap method initialization exception", new RuntimeException(memory));
        assertThat(JvmFailure.ofAny(failure).sentence()).contains("ran out of heap memory");
        assertThat(JvmFailure.ofAny(failure).exitCode()).isEqualTo(2);
    }

    @Test
    void aLibraryThatCannotBeLoadedSaysWhyAndWhereItIsUnpacked() {
        var failure = new UnsatisfiedLinkError("no jniopencv_core in java.library.path");
        failure.initCause(new java.io.IOException("No space left on device"));
        assertThat(JvmFailure.ofError(failure).sentence())
                .contains("no jniopencv_core", "No space left on device", "org.bytedeco.javacpp.cachedir");
    }

    @Test
    void whatIsNoErrorOfTheJvmIsABug() {
        var failure = JvmFailure.ofAny(new IllegalStateException("impossible"));
        assertThat(failure.sentence()).startsWith("a bug in Stoker").contains("impossible", "--debug");
        assertThat(failure.exitCode()).isEqualTo(1);
    }
}
