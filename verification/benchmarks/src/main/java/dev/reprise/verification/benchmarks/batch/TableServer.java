package dev.reprise.verification.benchmarks.batch;

import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.ServerCounters;
import dev.reprise.testbed.dynamodb.ServerMain;
import dev.reprise.verification.benchmarks.process.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A table server, in this process or in one of its own. */
interface TableServer extends AutoCloseable {

  /** Where clients reach it. */
  URI endpoint();

  /** What it has done so far. */
  ServerCounters counters();

  @Override
  void close();

  /** A server in this process, whose on-demand tables have so many units. */
  static TableServer here(long units) {
    return of(DynamoDbTableServer.builder().writeUnits(units).start());
  }

  /** This server, which is closed with it. */
  static TableServer of(DynamoDbTableServer server) {
    return new TableServer() {
      @Override
      public URI endpoint() {
        return server.endpoint();
      }

      @Override
      public ServerCounters counters() {
        return server.counters();
      }

      @Override
      public void close() {
        server.close();
      }
    };
  }

  /** A server in a process of its own with 2 GB of heap, which ends with this one. */
  static TableServer apart() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                ChildProcess.ownHome().resolve("bin").resolve("java").toString(),
                "-Xmx2g",
                "-XX:+UseParallelGC",
                ServerMain.class.getName()));
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    if (line == null || !line.startsWith("endpoint ")) {
      process.destroyForcibly();
      throw new IOException("the table server did not start: " + line);
    }
    URI endpoint = URI.create(line.substring("endpoint ".length()));
    return new TableServer() {
      @Override
      public URI endpoint() {
        return endpoint;
      }

      @Override
      public ServerCounters counters() {
        try {
          return ServerCounters.of(endpoint);
        } catch (IOException e) {
          throw new UncheckedIOException("the table server does not answer", e);
        }
      }

      @Override
      public void close() {
        process.destroy();
      }
    };
  }
}
