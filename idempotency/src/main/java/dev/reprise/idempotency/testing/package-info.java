/**
 * The contract of idempotency stores as JUnit tests, to test your own store.
 *
 * <p>Arguments and results are not null unless their type is {@code @Nullable}. JUnit creates an
 * instance of the contract for each test, which runs on one thread.
 */
@NullMarked
package dev.reprise.idempotency.testing;

import org.jspecify.annotations.NullMarked;
