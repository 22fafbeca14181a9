package dev.stoker.train.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BackgroundWriterTest {
    private final BackgroundWriter writer = new BackgroundWriter();
    private final List<Integer> written = Collections.synchronizedList(new ArrayList<>());

    @Test
    void filesAreWrittenInOrderAndTheCallerDoesNotWait() throws InterruptedException {
        var disk = new CountDownLatch(1);
        for (int i = 0; i < 2; i++) {
            int number = i;
            writer.write(() -> {
                assertThat(disk.await(20, TimeUnit.SECONDS)).isTrue();
                written.add(number);
                return null;
            });
        }
        assertThat(written).isEmpty();
        disk.countDown();
        writer.write(() -> {
            written.add(2);
            return null;
        });
        writer.finish();
        assertThat(written).containsExactly(0, 1, 2);
    }

    @Test
    void aFailureIsThrownByTheNextCallAndTheFileAfterItIsStillWritten() {
        writer.write(() -> {
            throw new StokerException("the disk is full");
        });
        writer.write(() -> {
            written.add(1);
            return null;
        });
        assertThatThrownBy(writer::finish).isInstanceOf(StokerException.class).hasMessage("the disk is full");
        writer.finish();
        assertThat(written).containsExactly(1);
    }
}
