/** Retries of gRPC calls, and a server that processes each of them once, as in the guide. */
@NullMarked
package dev.reprise.examples.grpc;

import org.jspecify.annotations.NullMarked;
