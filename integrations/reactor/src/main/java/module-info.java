/** Retries for Mono and Flux of Project Reactor. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // names, no descriptors
module dev.reprise.reactor {
  requires transitive dev.reprise;
  requires transitive dev.reprise.http;
  requires static transitive dev.reprise.batch;
  requires dev.reprise.jdkhttp;
  requires transitive reactor.core;
  requires transitive org.reactivestreams;
  requires static transitive org.jspecify;
  requires static transitive spring.webflux;
  requires static spring.web;
  requires static spring.core;

  exports dev.reprise.reactor;
  exports dev.reprise.reactor.webclient;

  provides dev.reprise.declared.CallAdapter with
      dev.reprise.reactor.declared.MonoAdapter,
      dev.reprise.reactor.declared.FluxAdapter;
}
