package dev.stoker.job.internal.report;

import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import java.util.List;

/** The keys of a plan with their values; those that differ from the defaults come first and are marked. */
final class PlanTable {
    private PlanTable() {}

    static String of(Plan plan) {
        var changed = PlanKey.all().stream()
                .filter(key -> !key.text(plan).equals(key.text(Plan.DEFAULTS)))
                .toList();
        var others =
                PlanKey.all().stream().filter(key -> !changed.contains(key)).toList();
        var html = new Html();
        table(html, changed, plan, true);
        html.add("<details><summary>%d keys with their defaults</summary>", others.size());
        table(html, others, plan, false);
        return html.markup("</details>").toString();
    }

    private static void table(Html html, List<PlanKey> keys, Plan plan, boolean changed) {
        html.markup("<div class='wide'><table class='keys'><tbody>");
        for (var key : keys) {
            html.add("<tr%s>", changed ? new Raw(" class='changed'") : new Raw(""));
            html.add("<th scope='row'>%s</th><td>%s</td>", key.name(), key.shown(plan));
            html.add("<td class='note'>%s</td></tr>", changed ? "default " + key.shown(Plan.DEFAULTS) : "");
        }
        html.markup("</tbody></table></div>");
    }

    /** Is not escaped. */
    private record Raw(String markup) {
        @Override
        public String toString() {
            return markup;
        }
    }
}
