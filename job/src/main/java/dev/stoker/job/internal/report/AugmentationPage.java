package dev.stoker.job.internal.report;

import dev.stoker.core.Shape;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import dev.stoker.telemetry.chart.PngImage;
import java.util.List;
import java.util.stream.Collectors;

/** The contact sheet as a page: the flags and transforms, then a row for each image. */
public final class AugmentationPage {
    private static final String STYLE = """
        <style>
        main { max-width: none; }
        .sheet { border-collapse: separate; border-spacing: 6px; }
        .sheet td, .sheet th { padding: 0; vertical-align: middle; }
        .sheet tbody th { text-align: right; font-weight: 500; padding-right: 6px; white-space: nowrap; }
        .sheet img { display: block; min-width: 96px; max-width: 224px; image-rendering: pixelated; border-radius: 4px; }
        .sheet .original img { outline: 3px solid var(--s2); }
        </style>
        """;

    private AugmentationPage() {}

    public static String of(
            Plan plan, ImageDataset images, AugmentationSettings settings, List<AugmentedSamples.Sample> samples) {
        var page = new ReportPage();
        page.header("Augmentation", images.name(), "%d images".formatted(samples.size()), flags(plan));
        page.figure("image size", images.shape().toString());
        page.figure("classes", Integer.toString(images.classes().size()));
        page.endHeader();
        page.section("Transforms, in this order", transforms(plan, images, settings));
        page.section("Samples", table(images, samples));
        return page.html("Augmentation of " + images.name(), "Before normalization, which changes no image's content.");
    }

    /** The keys that differ from the defaults, as flags. */
    private static String flags(Plan plan) {
        String flags = PlanKey.all().stream()
                .filter(key -> !key.text(plan).equals(key.text(Plan.DEFAULTS)))
                .map(key -> "--%s %s".formatted(key.name(), key.shown(plan)))
                .collect(Collectors.joining(" "));
        return flags.isEmpty() ? "all flags have their defaults" : flags;
    }

    private static String transforms(Plan plan, ImageDataset images, AugmentationSettings settings) {
        var html = new Html().markup("<ol class='advice'>\n");
        images.training().transforms(settings).forEach(text -> html.add("<li>%s</li>", text));
        if (plan.augmentation().mixing().isOn()) {
            html.add("<li>%s</li>", plan.augmentation().mixing().toString());
        }
        return html.markup("</ol>\n").toString();
    }

    private static String table(ImageDataset images, List<AugmentedSamples.Sample> samples) {
        var html = new Html().markup(STYLE + "<div class='wide'><table class='sheet'><thead><tr><th></th>");
        html.markup("<th scope='col'>original</th>");
        for (int i = 1; i <= samples.getFirst().variants().size(); i++) {
            html.add("<th scope='col'>epoch %d</th>", i);
        }
        html.markup("</tr></thead><tbody>\n");
        samples.forEach(sample -> row(html, images, sample));
        return html.markup("</tbody></table></div>\n").toString();
    }

    private static void row(Html html, ImageDataset images, AugmentedSamples.Sample sample) {
        String name = images.targets().isPresent() ? "image" : images.classes().get(sample.label());
        html.add("<tr><th scope='row'>%s</th><td class='original'>", name);
        image(html, name, sample.original(), images.shape());
        html.markup("</td>");
        sample.variants().forEach(variant -> {
            html.markup("<td>");
            image(html, name + ", augmented", variant, images.shape());
            html.markup("</td>");
        });
        html.markup("</tr>\n");
    }

    private static void image(Html html, String name, byte[] pixels, Shape shape) {
        var png = PngImage.of(shape.width(), shape.height(), shape.channels(), pixels);
        html.markup("<img alt='%s' src='%s'>".formatted(Html.escaped(name), png.dataUri()));
    }
}
