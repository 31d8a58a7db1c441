/**
 * One call of {@code TransactionRetry}: its attempts, and the proxies through which the work uses
 * its connection.
 */
@NullMarked
package dev.reprise.jdbc.internal.transaction;

import org.jspecify.annotations.NullMarked;
