package dev.stoker.image.decode;

import dev.stoker.image.ScratchBuffers;
import java.lang.foreign.MemorySegment;

/** Always decodes at full size. */
record FullSizeDecoder(ImageDecoder decoder) implements ImageDecoder {

    @Override
    public ImageHeader header(MemorySegment encoded) {
        return decoder.header(encoded);
    }

    @Override
    public Decoded decode(MemorySegment encoded, ImageHeader header, Request request, ScratchBuffers scratch) {
        return decoder.decode(encoded, header, request.atFullSize(), scratch);
    }

    @Override
    public ImageDecoder acceptingDamage() {
        return new FullSizeDecoder(decoder.acceptingDamage());
    }

    @Override
    public ImageDecoder remembering(int images) {
        return new FullSizeDecoder(decoder.remembering(images));
    }
}
