/**
 * Commands of Stoker on the hosts of a cluster that another program manages. What connects to it is in an optional module;
 * here is what the command line asks of it, which neither knows training nor data.
 */
@NullMarked
package dev.stoker.distribute.cluster;

import org.jspecify.annotations.NullMarked;
