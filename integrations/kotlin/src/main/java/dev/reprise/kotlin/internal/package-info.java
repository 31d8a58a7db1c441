/** The coroutines of a call: they follow the steps of its driver, wait, and make attempts. */
@NullMarked
package dev.reprise.kotlin.internal;

import org.jspecify.annotations.NullMarked;
