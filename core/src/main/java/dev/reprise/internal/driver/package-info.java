/** Calls that somebody else makes the attempts of: what to do next and when, and nothing done. */
@NullMarked
package dev.reprise.internal.driver;

import org.jspecify.annotations.NullMarked;
