/**
 * A TCP proxy for tests: it forwards connections to a real server and breaks them at points that a
 * test defines.
 *
 * <p>Arguments and results are not null. An instance may be used by several threads at the same
 * time.
 */
@NullMarked
package dev.reprise.testbed.tcp;

import org.jspecify.annotations.NullMarked;
