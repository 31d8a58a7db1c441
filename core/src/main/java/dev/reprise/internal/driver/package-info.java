/** Calls whose attempts are made by other code: the next step and its time, without any action. */
@NullMarked
package dev.reprise.internal.driver;

import org.jspecify.annotations.NullMarked;
