/** The idempotency store on SQL. */
@NullMarked
package dev.reprise.jdbc.store;

import org.jspecify.annotations.NullMarked;
