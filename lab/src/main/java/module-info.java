/** A page over the simulator, which runs in a browser, and the engine behind it. */
module dev.reprise.lab {
  requires transitive dev.reprise.simulator;
  requires static org.jspecify;

  exports dev.reprise.lab;
  exports dev.reprise.lab.page;
}
