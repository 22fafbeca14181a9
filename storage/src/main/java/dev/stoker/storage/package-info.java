/** Knows object stores and web servers, through Apache OpenDAL; it never touches what is stored there. */
@NullMarked
package dev.stoker.storage;

import org.jspecify.annotations.NullMarked;
