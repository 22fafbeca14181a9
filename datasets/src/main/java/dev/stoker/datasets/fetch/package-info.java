/**
 * Downloads a dataset from one of its origins, unpacks, verifies and installs it atomically, and resumes after an
 * interruption; it never touches what the dataset is used for.
 */
@NullMarked
package dev.stoker.datasets.fetch;

import org.jspecify.annotations.NullMarked;
