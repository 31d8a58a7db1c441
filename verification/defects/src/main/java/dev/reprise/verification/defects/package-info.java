/** Mistakes that are planted in copies of our sources, to see whether a proof finds them. */
@NullMarked
package dev.reprise.verification.defects;

import org.jspecify.annotations.NullMarked;
