/**
 * The rate and the number of calls at a time that a service accepts, measured and shared between
 * runs.
 */
@NullMarked
package dev.reprise.batch.internal.pace;

import org.jspecify.annotations.NullMarked;
