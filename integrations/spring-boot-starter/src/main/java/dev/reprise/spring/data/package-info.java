/**
 * Retried transactions on the data source of an application, and the filter for requests with an
 * idempotency key.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.spring.data;

import org.jspecify.annotations.NullMarked;
