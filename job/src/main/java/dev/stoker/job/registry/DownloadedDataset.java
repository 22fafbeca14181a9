package dev.stoker.job.registry;

import dev.stoker.core.Bytes;
import dev.stoker.datasets.Datasets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A dataset that is in its folder now, whether it was downloaded for that, and from which origin. */
public record DownloadedDataset(
        String name, Path folder, String outcome, Optional<String> origin, int files, Bytes size, double seconds) {

    /** The value of {@code data} that trains on this dataset. */
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
