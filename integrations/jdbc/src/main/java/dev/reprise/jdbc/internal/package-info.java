/** What transactions and the idempotency store share, and nobody else calls. */
@NullMarked
package dev.reprise.jdbc.internal;

import org.jspecify.annotations.NullMarked;
