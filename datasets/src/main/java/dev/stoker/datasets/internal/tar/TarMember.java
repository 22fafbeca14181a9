package dev.stoker.datasets.internal.tar;

/** A file within a tar: its name, where its content starts, and how long it is. */
public record TarMember(String name, long offset, long size) {}
