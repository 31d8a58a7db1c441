/**
 * The contract that every driver of calls keeps, as JUnit tests: one class to extend, and its
 * scenarios by area.
 */
@NullMarked
package dev.reprise.testing.contract;

import org.jspecify.annotations.NullMarked;
