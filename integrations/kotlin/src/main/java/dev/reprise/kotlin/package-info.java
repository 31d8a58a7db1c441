/**
 * Retries of suspend functions and flows of Kotlin, and policies written with Kotlin's types.
 *
 * <p>Unless a function states otherwise: arguments and results are not null, and any thread may
 * call it.
 */
@NullMarked
package dev.reprise.kotlin;

import org.jspecify.annotations.NullMarked;
