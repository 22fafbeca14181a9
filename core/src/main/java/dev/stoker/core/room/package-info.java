/** Optional modules: how what is not in the download is found and loaded, whatever it is. */
@NullMarked
package dev.stoker.core.room;

import org.jspecify.annotations.NullMarked;
