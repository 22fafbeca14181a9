package dev.stoker.tensor.internal;

import org.bytedeco.javacpp.Pointer;

/** An address of memory that is owned elsewhere, in the form that JavaCPP passes to native code. */
public final class NativeAddress extends Pointer {
    public NativeAddress(long address) {
        this.address = address;
    }
}
