/**
 * Commands of Stoker on an Apache Spark cluster: the driver. Spark decides where and when processes run and starts them again;
 * what they do, whether they train or write shards, is not known here. An optional module, compiled for Java 17, which executors
 * may run on.
 */
@NullMarked
package dev.stoker.spark;

import org.jspecify.annotations.NullMarked;
