/** Traces, metrics and context of retries for OpenTelemetry. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // names, no descriptors
module dev.reprise.opentelemetry {
  requires transitive dev.reprise;
  requires transitive io.opentelemetry.api;
  requires io.opentelemetry.context;
  requires static io.opentelemetry.instrumentation_api;
  requires static transitive org.jspecify;

  exports dev.reprise.opentelemetry;
}
