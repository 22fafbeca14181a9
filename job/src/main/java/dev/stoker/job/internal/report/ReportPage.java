package dev.stoker.job.internal.report;

import dev.stoker.telemetry.chart.Drawing;
import java.util.Optional;

/** A page that needs nothing else: no script, no network. It follows the reader's choice of light or dark, and fits a phone. */
final class ReportPage {
    private static final String STYLE = """
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
        main, header > div { max-width: 1080px; margin: 0 auto; padding: 0 16px; }
        header { border-bottom: 1px solid var(--grid); padding: 24px 0 20px; margin-bottom: 20px; }
        h1 { font-size: 26px; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
        h2 { font-size: 17px; margin: 0 0 8px; } h3 { font-size: 14px; margin: 12px 0 6px; color: var(--quiet); font-weight: 600; }
        .run { color: var(--quiet); overflow-wrap: anywhere; margin: 2px 0 0; }
        .verdict { font-size: 17px; margin: 14px 0 16px; max-width: 72ch; overflow-wrap: anywhere; }
        .state { display: inline-block; padding: 1px 10px; border-radius: 99px; font-size: 13px; font-weight: 600;
          color: var(--paper); background: var(--s1); vertical-align: 4px; margin-left: 6px; }
        .state.finished { background: var(--s2); } .state.failed { background: var(--s3); } .state.stopped { background: var(--s6); }
        .figures { display: flex; flex-wrap: wrap; gap: 10px 34px; margin: 0; }
        .figures div { min-width: 82px; } .figures dt { color: var(--quiet); font-size: 13px; }
        .figures dd { margin: 0; font-size: 21px; font-weight: 600; font-variant-numeric: tabular-nums; }
        .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 430px), 1fr)); gap: 20px; }
        section { border: 1px solid var(--grid); border-radius: 10px; padding: 14px 16px; min-width: 0; }
        main > * + * { margin-top: 20px; }
        section svg { display: block; width: 100%; height: auto; font: 13px system-ui, sans-serif; }
        .advice { margin: 0; padding-left: 20px; } .advice li + li { margin-top: 6px; }
        .wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
        th { font-weight: 500; text-align: left; } td, th { padding: 3px 10px 3px 0; vertical-align: top; }
        .keys th { white-space: nowrap; color: var(--quiet); } .keys td { overflow-wrap: anywhere; }
        .changed td:nth-child(2) { font-weight: 600; } .note { color: var(--quiet); font-size: 13px; }
        .confusion td, .confusion th { padding: 0 4px; text-align: center; vertical-align: middle; }
        .confusion tbody th { text-align: right; white-space: nowrap; padding-right: 8px; }
        .confusion tbody td { min-width: 42px; height: 30px; border: 1px solid var(--paper); }
        .confusion .right { background: color-mix(in srgb, var(--s2) calc(var(--heat) * 100%), var(--grid)); }
        .confusion .wrong { background: color-mix(in srgb, var(--s3) calc(var(--heat) * 100%), var(--grid)); }
        .confusion .full { color: var(--paper); }
        .confusion .up { height: 96px; vertical-align: bottom; padding-bottom: 6px; }
        .confusion .up span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap; }
        .gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(96px, 1fr)); gap: 10px; }
        figure { margin: 0; } figure img { width: 100%; aspect-ratio: 1; object-fit: contain; image-rendering: pixelated;
          border-radius: 6px; border: 2px solid var(--s2); background: var(--grid); }
        figure.wrong img { border-color: var(--s3); }
        figcaption { font-size: 12px; line-height: 1.35; overflow: hidden; text-overflow: ellipsis; overflow-wrap: anywhere; }
        summary { cursor: pointer; } details > summary { color: var(--quiet); padding: 6px 0; }
        footer { color: var(--quiet); font-size: 13px; padding: 24px 16px 32px; text-align: center; }
        @media print { section { break-inside: avoid; } }
        """;

    private final Html body = new Html();
    private int drawings;

    void header(String title, String run, String state, String verdict) {
        body.add("<header><div><h1>%s <span class='state %s'>%s</span></h1>", title, state, state)
                .add("<p class='run'>%s</p>", run)
                .add("<p class='verdict'>%s</p>", verdict)
                .markup("<dl class='figures'>\n");
    }

    void figure(String name, String value) {
        body.add("<div><dt>%s</dt><dd>%s</dd></div>", name, value);
    }

    void endHeader() {
        body.markup("</dl></div></header>\n<main>\n");
    }

    void beginGrid() {
        body.markup("<div class='charts'>\n");
    }

    void endGrid() {
        body.markup("</div>\n");
    }

    void drawing(Optional<? extends Drawing> drawing, String note) {
        drawing.ifPresent(shown -> section(
                shown.title(),
                shown.element("d" + drawings++)
                        + (note.isEmpty() ? "" : new Html().add("<p class='note'>%s</p>", note))));
    }

    void section(String title, String markup) {
        body.add("<section><h2>%s</h2>", title).markup(markup).markup("</section>\n");
    }

    String html(String title, String footer) {
        var page = new Html().markup("""
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            """);
        page.add("<title>%s</title>", title)
                .markup("<style>\n" + Drawing.style() + STYLE + "</style>\n</head>\n<body>\n");
        return page.markup(body.toString())
                .add("</main>\n<footer>%s</footer>\n</body>\n</html>", footer)
                .toString();
    }
}
