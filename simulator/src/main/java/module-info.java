/** Discrete-event simulation of clients that retry by the policies of the library. */
module dev.reprise.simulator {
  requires transitive dev.reprise;
  requires static org.jspecify;

  exports dev.reprise.simulator.client;
  exports dev.reprise.simulator.engine;
  exports dev.reprise.simulator.experiment;
  exports dev.reprise.simulator.form;
  exports dev.reprise.simulator.load;
  exports dev.reprise.simulator.model;
  exports dev.reprise.simulator.paper;
  exports dev.reprise.simulator.preset;
  exports dev.reprise.simulator.stats;
  exports dev.reprise.simulator.target;
  exports dev.reprise.simulator.verdict;
}
