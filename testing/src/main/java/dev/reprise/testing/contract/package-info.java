/**
 * The contract of call drivers as JUnit tests: one class to extend, with scenarios by area.
 *
 * <p>Unless a type states otherwise: arguments and results are not null. Each test runs on one
 * thread.
 */
@NullMarked
package dev.reprise.testing.contract;

import org.jspecify.annotations.NullMarked;
