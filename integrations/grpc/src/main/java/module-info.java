/**
 * Retries for grpc-java, as a client interceptor; and on servers, interceptors for idempotency keys
 * and overload.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // grpc has no descriptor
module dev.reprise.grpc {
  requires transitive dev.reprise;
  requires transitive dev.reprise.idempotency;
  requires transitive io.grpc;
  requires static transitive org.jspecify;

  exports dev.reprise.grpc;
  exports dev.reprise.grpc.server;
}
