/**
 * A TCP proxy for tests: it forwards connections to a real server and breaks them at points that a
 * test defines. All public types are thread-safe, and no parameter may be null.
 */
@NullMarked
package dev.reprise.testbed.tcp;

import org.jspecify.annotations.NullMarked;
