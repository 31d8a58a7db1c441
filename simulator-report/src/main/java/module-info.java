/** Scenario files, tests, charts, tables, HTML reports and tuning for the simulator. */
module dev.reprise.simulator.report {
  requires transitive dev.reprise.simulator;
  requires org.snakeyaml.engine;
  requires static org.jspecify;

  exports dev.reprise.simulator.advice;
  exports dev.reprise.simulator.file;
  exports dev.reprise.simulator.output;
  exports dev.reprise.simulator.parallel;
  exports dev.reprise.simulator.plot;
  exports dev.reprise.simulator.report;
  exports dev.reprise.simulator.testing;
  exports dev.reprise.simulator.tune;
}
