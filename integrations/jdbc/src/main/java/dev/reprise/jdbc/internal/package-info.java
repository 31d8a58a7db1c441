/** Handling of connections and of pools, shared by transactions and the idempotency store. */
@NullMarked
package dev.reprise.jdbc.internal;

import org.jspecify.annotations.NullMarked;
