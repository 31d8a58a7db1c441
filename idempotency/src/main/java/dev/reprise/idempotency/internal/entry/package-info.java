/**
 * State transitions of the entries of a store, and the selection of keys that a full store evicts.
 */
@NullMarked
package dev.reprise.idempotency.internal.entry;

import org.jspecify.annotations.NullMarked;
