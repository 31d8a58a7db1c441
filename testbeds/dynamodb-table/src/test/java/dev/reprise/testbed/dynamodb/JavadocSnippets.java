package dev.reprise.testbed.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;

/** The code that the Javadoc of this module shows: it has to compile. */
interface JavadocSnippets {

  /** A client that sends its orders with BatchWriteItem. */
  interface Orders {
    void load(URI endpoint);
  }

  static void served(Orders orders) {
    try (DynamoDbTableServer server = DynamoDbTableServer.builder().writeUnits(50).start()) {
      server.failNext("BatchWriteItem", 1, Fault.dropAfterProcessing());
      orders.load(server.endpoint());
      assertThat(server.counters().requests("BatchWriteItem")).isEqualTo(2);
    }
  }

  static DynamoDbTableServer faulty() {
    DynamoDbTableServer server =
        DynamoDbTableServer.builder()
            .faults(FaultScript.random(1, 0.1, Fault.throttling(), Fault.dropAfterProcessing()))
            .start();
    return server;
  }

  static ServerCounters counted(DynamoDbTableServer server, Orders orders) {
    ServerCounters before = server.counters();
    orders.load(server.endpoint());
    ServerCounters load = server.counters().since(before);
    return load;
  }
}
