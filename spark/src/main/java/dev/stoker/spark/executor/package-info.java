/**
 * What runs in the executors of Spark: it starts Stoker's processes and reports how they end. Executors may run on Java 17 and
 * have no class of Stoker but these, so this package uses Java and Spark alone.
 */
@NullMarked
package dev.stoker.spark.executor;

import org.jspecify.annotations.NullMarked;
