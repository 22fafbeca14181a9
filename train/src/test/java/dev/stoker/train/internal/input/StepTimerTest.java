package dev.stoker.train.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.train.TimeBreakdown;
import dev.stoker.train.TimeShare;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StepTimerTest {
    private static void doSomething(int milliseconds) throws InterruptedException {
        Thread.sleep(Duration.ofMillis(milliseconds));
    }

    private static void step(StepTimer times, int milliseconds) throws InterruptedException {
        times.batchIsOnDevice();
        doSomething(milliseconds);
        times.ends();
    }

    private static void bring(StepTimer times, DeviceStream stream, int milliseconds) throws InterruptedException {
        times.copyBegins(stream);
        doSomething(milliseconds);
        times.copyEnds(stream);
    }

    private static double since(TimeBreakdown now, TimeBreakdown before, TimeShare share) {
        return now.seconds(share) - before.seconds(share);
    }

    @Test
    void idleTimeBeforeAPrefetchedBatchIsSplitByItsCause() throws InterruptedException {
        try (var stream = DeviceStream.open(Device.CPU);
                var times = new StepTimer(stream, Trace.OFF)) {
            times.batchArrived(0);
            times.begins();
            bring(times, stream, 0);
            long start = System.nanoTime();
            step(times, 5);
            var first = times.read();

            doSomething(40);
            times.batchArrived(0.04);
            bring(times, stream, 80);
            doSomething(20);
            times.begins();
            step(times, 10);

            double seconds = (System.nanoTime() - start) * 1e-9;
            var all = times.read();
            assertThat(since(all, first, TimeShare.INPUT)).isGreaterThanOrEqualTo(0.04);
            assertThat(since(all, first, TimeShare.COPY)).isGreaterThanOrEqualTo(0.08);
            assertThat(since(all, first, TimeShare.COMPUTE)).isGreaterThanOrEqualTo(0.01);
            assertThat(since(all, first, TimeShare.OTHER)).isGreaterThanOrEqualTo(0.02);
            assertThat(all.total() - first.total()).isLessThanOrEqualTo(seconds);
        }
    }

    @Test
    void aPauseIsNotTrainingTimeButThePrefetchBeforeItIs() throws InterruptedException {
        try (var stream = DeviceStream.open(Device.CPU);
                var times = new StepTimer(stream, Trace.OFF)) {
            times.batchArrived(0);
            times.begins();
            step(times, 5);
            double first = times.training();

            times.batchArrived(0);
            bring(times, stream, 30);
            try (var _ = times.pause(TimeShare.CHECKPOINT)) {
                doSomething(500);
            }
            times.begins();
            step(times, 10);
            assertThat(times.training() - first).isBetween(0.04, 0.4);
            assertThat(times.read().seconds(TimeShare.CHECKPOINT)).isBetween(0.5, 1.0);
            assertThat(times.read().seconds(TimeShare.OTHER)).isLessThan(0.4);
        }
    }
}
