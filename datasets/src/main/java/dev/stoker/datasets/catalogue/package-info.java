/**
 * Knows which data sets can be had by name: what they hold, the files they consist of, and where those come from. It
 * reads the catalogue that ships inside, the user's own and the card in a fetched folder. It never touches the network.
 */
@NullMarked
package dev.stoker.datasets.catalogue;

import org.jspecify.annotations.NullMarked;
