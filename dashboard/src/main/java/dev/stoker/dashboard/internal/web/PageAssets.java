package dev.stoker.dashboard.internal.web;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The files of the page, from the class path: only those on a list, and no folder. */
final class PageAssets implements Handler {
    private static final String CHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";

    private static final String FOLDER = "/dev/stoker/dashboard/page/";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String[] SCRIPTS = {
        "app.js",
        "api.js",
        "charts.js",
        "curves.js",
        "details.js",
        "dom.js",
        "experiments.js",
        "format.js",
        "help.js",
        "list.js",
        "plans.js",
        "state.js",
        "timeline.js"
    };

    private final Map<String, Asset> assets = new HashMap<>();

    /** @param type of content */
    private record Asset(String resource, String type) {}

    PageAssets() {
        assets.put("", new Asset(FOLDER + "index.html", "text/html; charset=utf-8"));
        assets.put("style.css", new Asset(FOLDER + "style.css", "text/css; charset=utf-8"));
        assets.put("icon.svg", new Asset(FOLDER + "icon.svg", "image/svg+xml"));
        assets.put("echarts-5.5.0.min.js", new Asset(CHARTS, SCRIPT));
        for (String script : SCRIPTS) {
            assets.put(script, new Asset(FOLDER + script, SCRIPT));
        }
    }

    Iterable<String> names() {
        return assets.keySet();
    }

    @Override
    public void handle(Context request) {
        String name = request.path().substring(1);
        var asset = Optional.ofNullable(assets.get(name));
        if (asset.isEmpty()) {
            RequestGuard.refuse(request, 404, "there is no such page");
            return;
        }
        request.contentType(asset.get().type()).result(content(asset.get()));
        if (name.startsWith("echarts-")) { // a megabyte that a version never changes
            request.header("Cache-Control", "private, max-age=604800, immutable");
        }
    }

    private static byte[] content(Asset asset) {
        try (InputStream stream = PageAssets.class.getResourceAsStream(asset.resource())) {
            if (stream == null) {
                throw new IllegalStateException("%s is not on the class path".formatted(asset.resource()));
            }
            return stream.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
