/**
 * Transactions that are retried after temporary failures. Begin with {@link
 * dev.reprise.jdbc.TransactionRetry}.
 *
 * <p>Arguments and results are not null unless their type is {@code @Nullable}.
 */
@NullMarked
package dev.reprise.jdbc;

import org.jspecify.annotations.NullMarked;
