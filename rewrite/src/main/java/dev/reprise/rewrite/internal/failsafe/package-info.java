/** The rules for Failsafe 3. */
@NullMarked
package dev.reprise.rewrite.internal.failsafe;

import org.jspecify.annotations.NullMarked;
