/** SQL statements, sessions and schema of the idempotency store. */
@NullMarked
package dev.reprise.jdbc.internal.store;

import org.jspecify.annotations.NullMarked;
