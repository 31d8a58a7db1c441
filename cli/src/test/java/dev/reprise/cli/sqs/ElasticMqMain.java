package dev.reprise.cli.sqs;

import java.io.IOException;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;

/** ElasticMQ in a process of its own. Prints its port, and ends when its input ends. */
final class ElasticMqMain {

  private ElasticMqMain() {}

  public static void main(String[] arguments) throws IOException {
    SQSRestServer server =
        SQSRestServerBuilder.withInterface("127.0.0.1").withDynamicPort().start();
    System.out.println(server.waitUntilStarted().localAddress().getPort());
    while (System.in.read() >= 0) {
      // nothing is sent
    }
    server.stopAndWait();
    System.exit(0);
  }
}
