/** Decisions after an attempt, and the data on which they are based. All types are immutable. */
@NullMarked
package dev.reprise.decision;

import org.jspecify.annotations.NullMarked;
