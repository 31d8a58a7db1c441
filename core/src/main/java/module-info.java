/**
 * Retries for calls to other machines: policies as values, one place that decides, drivers for
 * every call shape.
 */
module dev.reprise {
  requires static jdk.jfr;
  requires static transitive org.jspecify;

  exports dev.reprise;
  exports dev.reprise.backoff;
  exports dev.reprise.budget;
  exports dev.reprise.classify;
  exports dev.reprise.context;
  exports dev.reprise.decision;
  exports dev.reprise.declared;
  exports dev.reprise.event;
  exports dev.reprise.explain;
  exports dev.reprise.function;
  exports dev.reprise.hedge;
  exports dev.reprise.policy;
  exports dev.reprise.registry;
  exports dev.reprise.report;
  exports dev.reprise.state;
  exports dev.reprise.text;
  exports dev.reprise.time;

  uses dev.reprise.declared.CallAdapter;
}
