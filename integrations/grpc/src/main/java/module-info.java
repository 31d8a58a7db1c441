/** Retries for grpc-java, as a client interceptor. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // grpc has no descriptor
module dev.reprise.grpc {
  requires transitive dev.reprise;
  requires transitive io.grpc;
  requires static transitive org.jspecify;

  exports dev.reprise.grpc;
}
