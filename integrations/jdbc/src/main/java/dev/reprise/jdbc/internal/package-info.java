/** Internal parts that transactions and the idempotency store share. */
@NullMarked
package dev.reprise.jdbc.internal;

import org.jspecify.annotations.NullMarked;
