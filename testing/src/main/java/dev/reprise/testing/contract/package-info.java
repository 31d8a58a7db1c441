/**
 * The contract of call drivers as JUnit tests: one class to extend, with scenarios by area.
 *
 * <p>Parameters are never null. Each test runs on one thread.
 */
@NullMarked
package dev.reprise.testing.contract;

import org.jspecify.annotations.NullMarked;
