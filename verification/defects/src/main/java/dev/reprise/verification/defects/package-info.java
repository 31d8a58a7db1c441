/** Defects that are planted in copies of our sources, to test whether a proof finds them. */
@NullMarked
package dev.reprise.verification.defects;

import org.jspecify.annotations.NullMarked;
