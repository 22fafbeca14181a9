package dev.stoker.datasets.internal.source;

import dev.stoker.core.StokerException;
import dev.stoker.data.near.NearCache;
import dev.stoker.data.near.NearSettings;
import dev.stoker.data.record.RecordShards;
import dev.stoker.data.record.ShardSetIndex;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageAddress;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.ImageSourceSettings;
import dev.stoker.datasets.internal.file.ClassNames;
import dev.stoker.datasets.internal.image.EncodedImageReader;
import dev.stoker.datasets.internal.image.ImageFeatures;
import dev.stoker.datasets.internal.image.ImageShardReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** Opens sets of {@code stoker prepare} at an address: the index of the set says what there is, so nothing is listed. */
public final class StoredShards {
    private StoredShards() {}

    /** A set in the parts that the names of its shards say. */
    public static ImageDataset dataset(StorageAddress address, ImageSourceSettings settings) {
        var used = settings.only(address, "TFRecords", "image-feature", "label-feature", "shape-features");
        var storage = Storage.at(address);
        var index = ShardSetIndex.read(storage);
        var shards = byPart(storage, index, near(index, settings.near()));
        var classes = classes(storage);
        var features = FeatureSearch.in(Objects.requireNonNull(shards.get(Part.TRAINING)), used);
        var readers = new EnumMap<Part, EncodedImageReader>(Part.class);
        shards.forEach((part, records) -> readers.put(
                part,
                ImageShardReader.of(storage, records, features, classes.names().size(), classes::label)));
        return new ImageParts(address.toString(), Path.of(storage.location()), classes.names(), readers, List.of())
                .dataset(settings.images());
    }

    private static NearCache near(ShardSetIndex index, Optional<NearSettings> settings) {
        return settings.map(given -> NearCache.of(given, index.nearSet())).orElseGet(NearCache::none);
    }

    /** All images of a set, whatever their labels; some of them are kept near where there are settings for it. */
    public static EncodedImageReader all(StorageAddress address, Optional<NearSettings> near) {
        var storage = Storage.at(address);
        var index = ShardSetIndex.read(storage);
        return ImageShardReader.of(
                storage,
                RecordShards.of(storage, index, index.names(), near(index, near)),
                ImageFeatures.DEFAULT,
                Integer.MAX_VALUE,
                _ -> OptionalInt.empty());
    }

    private static Map<Part, RecordShards> byPart(Storage storage, ShardSetIndex index, NearCache near) {
        var names = new EnumMap<Part, List<String>>(Part.class);
        for (String name : index.names()) {
            names.computeIfAbsent(Part.of(Path.of(name)).orElse(Part.TRAINING), _ -> new ArrayList<>())
                    .add(name);
        }
        var shards = new EnumMap<Part, RecordShards>(Part.class);
        names.forEach((part, each) -> shards.put(part, RecordShards.of(storage, index, each, near)));
        if (!shards.containsKey(Part.TRAINING) || shards.get(Part.TRAINING).count() == 0) {
            throw new StokerException("%s has no images for training".formatted(storage.location()));
        }
        return shards;
    }

    private static ClassLabels classes(Storage storage) {
        String file = storage.location() + "/" + ClassNames.FILE_NAME;
        var content = storage.read(ClassNames.FILE_NAME)
                .orElseThrow(() -> new StokerException(
                        "there is no %s: upload all files of the folder that `stoker prepare` wrote".formatted(file)));
        return new ClassLabels(ClassNames.parse(file, content).names());
    }
}
