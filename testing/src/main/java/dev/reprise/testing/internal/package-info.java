/** Shared parts of the test kit: events as text and their grammar, a recording budget. */
@NullMarked
package dev.reprise.testing.internal;

import org.jspecify.annotations.NullMarked;
