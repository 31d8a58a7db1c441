/**
 * Server interceptors for grpc-java: calls with an idempotency key are processed once, and calls
 * above the capacity are refused with the time of the next try. All types are safe for use by any
 * thread, and no parameter or result is null unless it says so.
 */
@NullMarked
package dev.reprise.grpc.server;

import org.jspecify.annotations.NullMarked;
