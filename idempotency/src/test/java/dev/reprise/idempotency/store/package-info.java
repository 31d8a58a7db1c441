@NullMarked
package dev.reprise.idempotency.store;

import org.jspecify.annotations.NullMarked;
