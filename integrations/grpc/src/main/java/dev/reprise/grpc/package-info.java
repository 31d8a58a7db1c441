/** Retries for grpc-java: {@link dev.reprise.grpc.RetryClientInterceptor}. */
@NullMarked
package dev.reprise.grpc;

import org.jspecify.annotations.NullMarked;
