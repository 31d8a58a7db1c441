@NullMarked
package dev.reprise.idempotency.internal.entry;

import org.jspecify.annotations.NullMarked;
