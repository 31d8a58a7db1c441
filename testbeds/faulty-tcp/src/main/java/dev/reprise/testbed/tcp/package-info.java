/**
 * A TCP proxy for tests: it stands in front of a real server and breaks connections at the place
 * that a test names.
 */
@NullMarked
package dev.reprise.testbed.tcp;

import org.jspecify.annotations.NullMarked;
