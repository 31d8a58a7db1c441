/**
 * The contract of idempotency stores as JUnit tests, to test your own store.
 *
 * <p>Arguments and results are not null unless their type is {@code @Nullable}.
 */
@NullMarked
package dev.reprise.idempotency.testing;

import org.jspecify.annotations.NullMarked;
