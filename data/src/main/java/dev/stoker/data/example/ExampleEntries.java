package dev.stoker.data.example;

/** The entries of an example's map of features, in the order in which they are encoded. */
final class ExampleEntries {

    /** Accepts an entry: the position of its key, and of the whole entry. */
    interface Visitor {
        void entry(long keyStart, long keyEnd, long start, long end);
    }

    private ExampleEntries() {}

    static void visit(ProtobufReader example, Visitor visitor) {
        long end = example.bytes().byteSize();
        while (example.position() < end) {
            int tag = example.tag(end);
            if (tag == ProtobufTag.FEATURES) {
                visitFeatures(example, example.contentEnd(end), visitor);
            } else {
                example.skip(tag, end);
            }
        }
    }

    private static void visitFeatures(ProtobufReader features, long end, Visitor visitor) {
        while (features.position() < end) {
            int tag = features.tag(end);
            if (tag == ProtobufTag.ENTRY) {
                long entryEnd = features.contentEnd(end);
                visitEntry(features, entryEnd, visitor);
                features.moveTo(entryEnd);
            } else {
                features.skip(tag, end);
            }
        }
    }

    /** The key may follow the value, so that it is looked for first. */
    private static void visitEntry(ProtobufReader entry, long end, Visitor visitor) {
        long start = entry.position();
        long keyStart = start;
        long keyEnd = start;
        while (entry.position() < end) {
            int tag = entry.tag(end);
            if (tag == ProtobufTag.KEY) {
                keyEnd = entry.contentEnd(end);
                keyStart = entry.position();
                entry.moveTo(keyEnd);
            } else {
                entry.skip(tag, end);
            }
        }
        visitor.entry(keyStart, keyEnd, start, end);
    }
}
