package dev.stoker.tensor.internal;

import org.bytedeco.javacpp.Pointer;

/** An address that somebody else owns, in the form that JavaCPP passes to native code. */
public final class NativeAddress extends Pointer {
    public NativeAddress(long address) {
        this.address = address;
    }
}
