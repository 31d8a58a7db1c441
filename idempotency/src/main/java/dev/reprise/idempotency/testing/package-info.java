/** The contract of idempotency stores as JUnit tests, to test a store of your own. */
@NullMarked
package dev.reprise.idempotency.testing;

import org.jspecify.annotations.NullMarked;
