package dev.reprise.verification.benchmarks.batch;

import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.Fault;
import dev.reprise.testbed.dynamodb.ServerCounters;
import dev.reprise.testbed.dynamodb.ServerMain;
import dev.reprise.verification.benchmarks.process.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A table server, in this process or in a separate one. */
interface TableServer extends AutoCloseable {

  /** The server's address. */
  URI endpoint();

  /** The server's counters so far. */
  ServerCounters counters();

  @Override
  void close();

  /** Starts a server in this process; its on-demand tables have the given number of units. */
  static TableServer here(long units) {
    return of(DynamoDbTableServer.builder().writeUnits(units).start());
  }

  /** As {@link #here}, and each write takes at least the given time, as over a network. */
  static TableServer here(long units, Duration latency) {
    Fault delay = Fault.delay(latency);
    return of(
        DynamoDbTableServer.builder()
            .writeUnits(units)
            .faults(call -> call.equals("BatchWriteItem") ? Optional.of(delay) : Optional.empty())
            .start());
  }

  /** Wraps a server, which closes with the returned one. */
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

  /** Starts a server in a separate process with 2 GB of heap, which ends with this process. */
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
