/** Discrete-event simulation of clients that retry, by the library's own policies. */
module dev.reprise.simulator {
  requires transitive dev.reprise;
  requires org.snakeyaml.engine;
  requires static org.jspecify;

  exports dev.reprise.simulator;
  exports dev.reprise.simulator.client;
  exports dev.reprise.simulator.engine;
  exports dev.reprise.simulator.experiment;
  exports dev.reprise.simulator.file;
  exports dev.reprise.simulator.load;
  exports dev.reprise.simulator.model;
  exports dev.reprise.simulator.output;
  exports dev.reprise.simulator.plot;
  exports dev.reprise.simulator.preset;
  exports dev.reprise.simulator.report;
  exports dev.reprise.simulator.stats;
  exports dev.reprise.simulator.target;
  exports dev.reprise.simulator.tune;
  exports dev.reprise.simulator.verdict;
}
