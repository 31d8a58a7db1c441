/**
 * The log of a server: the requests that it received, executed or lost, and its connections.
 *
 * <p>Arguments and results are not null. An instance may be used by several threads at the same
 * time.
 */
@NullMarked
package dev.reprise.testbed.http.log;

import org.jspecify.annotations.NullMarked;
