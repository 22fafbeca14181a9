/** Tests of parts of the web server, over real sockets. */
@NullMarked
package dev.stoker.serve.internal.web;

import org.jspecify.annotations.NullMarked;
