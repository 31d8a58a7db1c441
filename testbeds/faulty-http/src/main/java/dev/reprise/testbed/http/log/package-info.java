/** The log of a server: the requests that it received, executed or lost, and its connections. */
@NullMarked
package dev.reprise.testbed.http.log;

import org.jspecify.annotations.NullMarked;
