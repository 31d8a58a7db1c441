@NullMarked
package dev.reprise.idempotency.testing;

import org.jspecify.annotations.NullMarked;
