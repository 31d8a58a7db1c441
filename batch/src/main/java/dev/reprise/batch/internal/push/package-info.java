/** Items that a program pushes to a batch: their futures, and the threads that wait for room. */
@NullMarked
package dev.reprise.batch.internal.push;

import org.jspecify.annotations.NullMarked;
