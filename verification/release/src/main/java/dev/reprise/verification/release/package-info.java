/**
 * Finishes and checks the bundle of a release. {@code build/release} compiles these classes with
 * the JDK alone, so they use no library.
 */
@NullMarked
package dev.reprise.verification.release;

import org.jspecify.annotations.NullMarked;
