/** Channels of Spring gRPC. */
@NullMarked
package dev.reprise.verification.spring.grpc;

import org.jspecify.annotations.NullMarked;
