/**
 * Measures how well a link to a store is used: a proxy that answers late and has a limited bandwidth, a server behind it, the
 * reader in front of it, and plain OpenDAL beside that one.
 */
@NullMarked
package dev.stoker.bench.storage;

import org.jspecify.annotations.NullMarked;
