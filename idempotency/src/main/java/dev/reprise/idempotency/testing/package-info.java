/** The contract of stores as tests. Needs JUnit Jupiter, which nothing else of this module does. */
@NullMarked
package dev.reprise.idempotency.testing;

import org.jspecify.annotations.NullMarked;
