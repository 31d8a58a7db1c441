/** Discrete-event simulation of clients that retry, by the library's own policies. */
module dev.reprise.simulator {
  requires transitive dev.reprise;
  requires static org.jspecify;

  exports dev.reprise.simulator.client;
  exports dev.reprise.simulator.engine;
  exports dev.reprise.simulator.experiment;
  exports dev.reprise.simulator.load;
  exports dev.reprise.simulator.model;
  exports dev.reprise.simulator.plot;
  exports dev.reprise.simulator.report;
  exports dev.reprise.simulator.stats;
  exports dev.reprise.simulator.target;
}
