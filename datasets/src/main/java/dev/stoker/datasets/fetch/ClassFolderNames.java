package dev.stoker.datasets.fetch;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.catalog.DatasetContent.ImageArchives;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The names of the folders of classes, by what the archives call the classes. */
record ClassFolderNames(Map<String, String> folders) {
    /** For the classes that occur; of two that have the same name, each keeps its own in parentheses. */
    static ClassFolderNames of(Collection<String> labels, ImageArchives content, UnpackedFiles files)
            throws OriginException {
        var known = known(content, files);
        var folders = new LinkedHashMap<String, String>();
        var uses = new HashMap<String, Integer>();
        for (String label : labels) {
            String name = plain(known.isEmpty() ? label : name(label, known, content));
            folders.put(label, name);
            uses.merge(name, 1, Integer::sum);
        }
        folders.replaceAll((label, name) -> uses.getOrDefault(name, 1) == 1 ? name : "%s (%s)".formatted(name, label));
        return new ClassFolderNames(folders);
    }

    private static String name(String label, Map<String, String> known, ImageArchives content) throws OriginException {
        String name = known.get(label);
        if (name == null) {
            throw new OriginException("the class '%s' is not one of the %d in %s%s"
                    .formatted(
                            label,
                            known.size(),
                            content.namesFile().orElse("the catalog"),
                            NameSuggestion.didYouMean(label, known.keySet())));
        }
        return name;
    }

    private static Map<String, String> known(ImageArchives content, UnpackedFiles files) throws OriginException {
        return content.namesFile().isPresent() ? read(content.namesFile().get(), files) : content.names();
    }

    /** Of several names, which commas separate, the first one. */
    private static Map<String, String> read(String file, UnpackedFiles files) throws OriginException {
        var names = new HashMap<String, String>();
        try {
            for (String line : Files.readAllLines(files.find(file))) {
                int tab = line.indexOf('\t');
                if (tab > 0) {
                    names.put(
                            line.substring(0, tab),
                            line.substring(tab + 1).split(",", 2)[0].strip());
                }
            }
        } catch (IOException failure) {
            throw new OriginException("%s cannot be read (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
        return names;
    }

    /** A name becomes one folder, wherever the archive is from. */
    private static String plain(String name) throws OriginException {
        String plain = name.replaceAll("[/\\\\\\p{Cntrl}]", "-").strip();
        if (plain.isEmpty() || plain.startsWith(".")) {
            throw new OriginException("'%s' is not the name of a class".formatted(name));
        }
        return plain;
    }

    String folder(String label) {
        return folders.getOrDefault(label, label);
    }
}
