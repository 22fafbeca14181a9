/**
 * Tests of the whole: which room may use which, the size of packages, the vocabulary, the format of the code, and whether
 * the documentation is true. It ships nothing.
 */
@NullMarked
package dev.stoker.house;

import org.jspecify.annotations.NullMarked;
