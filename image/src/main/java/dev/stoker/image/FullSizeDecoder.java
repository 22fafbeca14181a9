package dev.stoker.image;

import java.lang.foreign.MemorySegment;

/** A decoder that is never asked for less than the full size. */
record FullSizeDecoder(Decoder decoder) implements Decoder {

    @Override
    public ImageHeader header(MemorySegment encoded) {
        return decoder.header(encoded);
    }

    @Override
    public Decoded decode(MemorySegment encoded, ImageHeader header, Request request, Scratch scratch) {
        return decoder.decode(encoded, header, request.atFullSize(), scratch);
    }
}
