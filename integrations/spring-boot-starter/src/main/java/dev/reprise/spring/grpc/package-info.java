/**
 * Retries of the gRPC channels that Spring gRPC creates.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.spring.grpc;

import org.jspecify.annotations.NullMarked;
