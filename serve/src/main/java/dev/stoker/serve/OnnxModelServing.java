package dev.stoker.serve;

import dev.stoker.core.serving.ModelServer;
import dev.stoker.core.serving.ModelServing;
import dev.stoker.core.serving.ServeSettings;
import dev.stoker.serve.internal.model.PlainLoop;
import dev.stoker.serve.internal.web.ServeServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Found by {@link java.util.ServiceLoader}. */
public final class OnnxModelServing implements ModelServing {
    @Override
    public ModelServer open(Path file, ServeSettings settings, Consumer<String> log) {
        return ServeServer.start(file, settings, log);
    }

    @Override
    public double loopThroughput(Path file, List<Path> images, int threads, int batch, Duration duration) {
        return PlainLoop.run(file, images, threads, batch, duration);
    }
}
