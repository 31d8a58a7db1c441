/** Retries for Mono and Flux of Project Reactor. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // names, no descriptors
module dev.reprise.reactor {
  requires transitive dev.reprise;
  requires transitive reactor.core;
  requires transitive org.reactivestreams;
  requires static transitive org.jspecify;

  exports dev.reprise.reactor;

  provides dev.reprise.declared.CallAdapter with
      dev.reprise.reactor.declared.MonoAdapter,
      dev.reprise.reactor.declared.FluxAdapter;
}
