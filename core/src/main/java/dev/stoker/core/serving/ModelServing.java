package dev.stoker.core.serving;

import dev.stoker.core.room.OptionalRoom;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Serves exported models; an optional module has the implementation. */
public interface ModelServing {
    /** It shares its libraries with export and optimize. */
    OptionalRoom<ModelServing> ROOM = new OptionalRoom<>("optimize", "ONNX Runtime", ModelServing.class);

    /**
     * Serves an ONNX file that has a model card. It listens when this returns, and is ready after its warm-up.
     *
     * @param log gets a line for each event that an operator should know of
     */
    ModelServer open(Path file, ServeSettings settings, Consumer<String> log);

    /**
     * Images per second of a plain loop in this process: each of so many threads decodes images and runs them in batches. It is what a
     * server can reach at best.
     */
    double loopThroughput(Path file, List<Path> images, int threads, int batch, Duration duration);
}
