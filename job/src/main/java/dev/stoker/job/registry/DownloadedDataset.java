package dev.stoker.job.registry;

import dev.stoker.core.Bytes;
import dev.stoker.datasets.Datasets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A data set that is in its folder now, how that came about, and the origin that delivered it if one had to. */
public record DownloadedDataset(
        String name, Path folder, String outcome, Optional<String> origin, int files, Bytes size, double seconds) {

    /** What to tell {@code stoker train} so that it trains on this set. */
    public String dataFlag() {
        return folder.equals(Datasets.FETCHED.resolve(name)) ? name : folder.toString();
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", name);
        fields.put("folder", folder.toString());
        fields.put("outcome", outcome);
        origin.ifPresent(title -> fields.put("origin", title));
        fields.put("files", files);
        fields.put("bytes", size.count());
        fields.put("seconds", seconds);
        return fields;
    }
}
