package dev.stoker.telemetry.log;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.Event;
import org.tensorflow.proto.SessionLog.SessionStatus;
import org.tensorflow.proto.Summary;

class TensorBoardWriterTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochMilli(1_763_200_000_250L));

    @TempDir
    Path folder;

    @Test
    void aHistogramIsReadByTensorFlowsClasses() throws IOException {
        try (var events = TensorBoardWriter.open(folder, 0)) {
            events.histogram("weights/fc", 7, Histogram.of(-1, 0, 0.5f, 1, Float.NaN, Float.POSITIVE_INFINITY));
        }

        var value = events().getLast().getSummary().getValue(0);
        assertThat(events().getLast().getStep()).isEqualTo(7);
        assertThat(value.getTag()).isEqualTo("weights/fc");
        var histogram = value.getHisto();
        assertThat(histogram.getMin()).isEqualTo(-1);
        assertThat(histogram.getMax()).isEqualTo(1);
        assertThat(histogram.getNum()).isEqualTo(4);
        assertThat(histogram.getSum()).isEqualTo(0.5);
        assertThat(histogram.getSumSquares()).isEqualTo(2.25);
        assertThat(histogram.getBucketLimitList()).hasSize(32).isSorted().endsWith(1.0);
        assertThat(histogram.getBucketList().stream().mapToDouble(each -> each).sum())
                .isEqualTo(4);
    }

    @Test
    void aHistogramOfNothingOrOfOneValueIsWritten() throws IOException {
        try (var events = TensorBoardWriter.open(folder, 0)) {
            events.histogram("none", 1, Histogram.of());
            events.histogram("one", 1, Histogram.of(3, 3));
        }

        var all = events();
        assertThat(all.get(1).getSummary().getValue(0).getHisto().getNum()).isZero();
        assertThat(all.get(2).getSummary().getValue(0).getHisto().getBucketList())
                .containsExactly(2.0);
    }

    @Test
    void anImageIsReadByTensorFlowsClasses() throws IOException {
        byte[] file = {1, 2, 3, (byte) 0xff};
        try (var events = TensorBoardWriter.open(folder, 0)) {
            events.image("samples", 9, 64, 48, file);
        }

        var image = events().getLast().getSummary().getValue(0).getImage();
        assertThat(image.getWidth()).isEqualTo(64);
        assertThat(image.getHeight()).isEqualTo(48);
        assertThat(image.getColorspace()).isEqualTo(3);
        assertThat(image.getEncodedImageString().toByteArray()).isEqualTo(file);
    }

    @Test
    void aTextIsReadByTensorFlowsClasses() throws IOException {
        try (var events = TensorBoardWriter.open(folder, 0)) {
            events.text("plan", 0, "model: <größe>");
        }

        var value = events().getLast().getSummary().getValue(0);
        assertThat(value.getMetadata().getPluginData().getPluginName()).isEqualTo("text");
        assertThat(value.getTensor().getDtype()).isEqualTo(DataType.DT_STRING);
        assertThat(value.getTensor().getStringVal(0).toStringUtf8()).isEqualTo("model: <größe>");
    }

    @Test
    void theReadersChecksumIsCrc32c() {
        assertThat(TensorBoardEventReader.checksum("123456789".getBytes(US_ASCII)))
                .isEqualTo(0xE3069283);
    }

    @Test
    void theFirstRecordIsTheVersionAndAFreshRunAnnouncesNoSession() throws IOException {
        TensorBoardWriter.open(folder, 0, CLOCK).close();

        assertThat(events()).singleElement().satisfies(version -> {
            assertThat(version.getFileVersion()).isEqualTo("brain.Event:2");
            assertThat(version.getWallTime()).isEqualTo(1_763_200_000.25);
        });
    }

    @Test
    void aResumedRunAnnouncesTheStepItStartsAt() throws IOException {
        TensorBoardWriter.open(folder, 1_200, CLOCK).close();

        List<Event> events = events();
        assertThat(events).hasSize(2);
        assertThat(events.getFirst().getFileVersion()).isEqualTo("brain.Event:2");
        assertThat(events.getLast().getStep()).isEqualTo(1_200);
        assertThat(events.getLast().getSessionLog().getStatus()).isEqualTo(SessionStatus.START);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 127, 128, 300, 1L << 31, Long.MAX_VALUE})
    void anyStepIsWritten(long step) throws IOException {
        try (var events = TensorBoardWriter.open(folder, 0)) {
            events.scalar("loss", step, 0.5);
        }

        assertThat(events().getLast().getStep()).isEqualTo(step);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.0, 1.5, -2.25e-8, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void anyValueIsWritten(double value) throws IOException {
        try (var events = TensorBoardWriter.open(folder, 0)) {
            events.scalar("loss/größe", 1, value);
        }

        Summary.Value written = events().getLast().getSummary().getValue(0);
        assertThat(written.getTag()).isEqualTo("loss/größe");
        assertThat(written.getSimpleValue()).isEqualTo(Float.valueOf((float) value));
    }

    @Test
    void severalScalarsShareOneEventInTheOrderOfTheMap() throws IOException {
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("train/loss", 2.5);
        values.put("train/accuracy", 0.25);
        values.put("a/rate", 0.1);
        try (var events = TensorBoardWriter.open(folder, 0)) {
            events.scalars(7, values);
        }

        assertThat(events()).hasSize(2);
        assertThat(events().getLast().getSummary().getValueList())
                .extracting(Summary.Value::getTag)
                .containsExactly("train/loss", "train/accuracy", "a/rate");
    }

    @Test
    void noScalarsMakeNoEvent() throws IOException {
        try (var events = TensorBoardWriter.open(folder, 0)) {
            events.scalars(7, Map.of());
        }

        assertThat(events()).hasSize(1);
    }

    @Test
    void eventsAreInTheFileBeforeItIsClosed() throws IOException {
        try (var events = TensorBoardWriter.open(folder, 0)) {
            events.scalar("loss", 1, 0.5);
            assertThat(events()).hasSize(2);
            events.flush();
            events.scalar("loss", 2, 0.25);
            assertThat(events()).hasSize(3);
        }
    }

    @Test
    void anInterruptedThreadStillWritesAndStaysInterrupted() throws IOException {
        try (var events = TensorBoardWriter.open(folder, 0)) {
            Thread.currentThread().interrupt();
            events.scalar("loss", 1, 0.5);
            assertThat(Thread.interrupted()).isTrue();
            events.scalar("loss", 2, 0.25);
        }

        assertThat(events()).hasSize(3);
    }

    @Test
    void threadsThatWriteAtOnceNeverMixTheirEvents() throws IOException {
        try (var events = TensorBoardWriter.open(folder, 0);
                var threads = Executors.newFixedThreadPool(4)) {
            for (int step = 0; step < 400; step++) {
                long atStep = step;
                threads.execute(() -> events.scalar("loss", atStep, 0.5));
            }
        }

        assertThat(events().stream().skip(1).map(Event::getStep)).hasSize(400).doesNotHaveDuplicates();
    }

    @Test
    void aProcessThatHaltsLosesNothing() throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("java.class.path");
        var process = new ProcessBuilder(java, "-cp", classes, Halting.class.getName(), folder.toString())
                .inheritIO()
                .start();

        assertThat(process.waitFor()).isEqualTo(Halting.EXIT_CODE);
        assertThat(events()).hasSize(1 + Halting.EVENTS);
    }

    @Test
    void theNameStartsWithTheTimeAndFilesOfTheSameSecondDiffer() throws IOException {
        TensorBoardWriter.open(folder, 0, CLOCK).close();
        TensorBoardWriter.open(folder, 0, CLOCK).close();

        try (var files = Files.list(folder)) {
            assertThat(files)
                    .hasSize(2)
                    .allSatisfy(file -> assertThat(file.getFileName().toString())
                            .matches("events\\.out\\.tfevents\\.1763200000\\.[A-Za-z0-9_-]+\\.\\d+\\.\\d+"));
        }
    }

    @Test
    void aMissingFolderIsCreated() {
        TensorBoardWriter.open(folder.resolve("runs/first"), 0).close();

        assertThat(folder.resolve("runs/first")).isNotEmptyDirectory();
    }

    @Test
    void aFileInPlaceOfTheFolderIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("events"), "");

        assertThatThrownBy(() -> TensorBoardWriter.open(file, 0))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("a file of that name is in the way");
    }

    @Test
    void writingAfterTheEndNamesTheFile() {
        var events = TensorBoardWriter.open(folder, 0);
        events.close();

        assertThatThrownBy(() -> events.scalar("loss", 1, 0.5))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(folder.resolve("events.out.tfevents.").toString())
                .hasMessageContaining("ClosedChannelException");
    }

    @Test
    void aNegativeStartStepIsRefused() {
        assertThatThrownBy(() -> TensorBoardWriter.open(folder, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
        assertThat(folder).isEmptyDirectory();
    }

    private List<Event> events() throws IOException {
        try (var files = Files.list(folder)) {
            return TensorBoardEventReader.events(files.toList().getFirst());
        }
    }

    /** Writes events and stops without closing anything. */
    static final class Halting {
        static final int EXIT_CODE = 9;
        static final int EVENTS = 50;

        private Halting() {}

        @SuppressWarnings("resource")
        public static void main(String[] arguments) {
            var events = TensorBoardWriter.open(Path.of(arguments[0]), 0);
            for (int step = 0; step < EVENTS; step++) {
                events.scalar("loss", step, 0.5);
            }
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }
}
