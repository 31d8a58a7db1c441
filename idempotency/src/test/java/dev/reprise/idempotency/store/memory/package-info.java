@NullMarked
package dev.reprise.idempotency.store.memory;

import org.jspecify.annotations.NullMarked;
