/** The pages, their data and who may see them. */
@NullMarked
package dev.stoker.dashboard.internal.web;

import org.jspecify.annotations.NullMarked;
