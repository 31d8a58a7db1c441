package dev.reprise.cli.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.reprise.cli.InProcess;
import dev.reprise.cli.Program;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables on demand have a limit for writes, for reads, for both or for neither. */
class CapacityShareTest {

  private static final String TABLE =
      """
      {"Table":{"TableName":"orders","AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
      "BillingModeSummary":{"BillingMode":"PAY_PER_REQUEST"},
      "OnDemandThroughput":{"MaxReadRequestUnits":%d,"MaxWriteRequestUnits":%d}}}
      """;

  @TempDir private Path folder;
  private HttpServer server;
  private volatile String table = "";

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    Files.writeString(folder.resolve("one.ndjson"), "{\"id\":\"one\"}\n");
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    String operation = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    String body =
        switch (operation.substring(operation.indexOf('.') + 1)) {
          case "DescribeTable" -> table;
          case "Scan" -> "{\"Items\":[],\"Count\":0,\"ScannedCount\":0}";
          case "BatchGetItem" -> "{\"Responses\":{\"orders\":[]},\"UnprocessedKeys\":{}}";
          default -> "{\"UnprocessedItems\":{}}";
        };
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private Program.Ended run(String command) {
    String one = folder.resolve("one.ndjson").toString();
    String out = folder.resolve("out.ndjson").toString();
    String arguments =
        switch (command) {
          case "load" -> command + " " + one;
          case "fetch" -> command + " " + one + " --out " + out;
          default -> command + " --out " + out;
        };
    String place = "http://127.0.0.1:" + server.getAddress().getPort();
    return InProcess.reprise(
        ("dynamodb " + arguments + " --table orders --capacity-share 0.5 --endpoint " + place)
            .split(" "));
  }

  private void assertRuns(String command) {
    Program.Ended ended = run(command);
    assertThat(ended.code()).as("%s: %s", command, ended.messages()).isZero();
  }

  private void assertRefused(String command, String units) {
    Program.Ended ended = run(command);
    assertThat(ended.messages())
        .startsWith(
            "reprise: --capacity-share needs provisioned capacity, but table orders is on-demand"
                + " without a limit of its "
                + units
                + " units: use --pace");
    assertThat(ended.code()).as(command).isEqualTo(2);
  }

  @Test
  void reads_need_a_limit_of_the_read_units() {
    table = TABLE.formatted(1_000, -1);
    assertRuns("fetch");
    assertRuns("export");
    assertRefused("load", "write");
  }

  @Test
  void writes_need_a_limit_of_the_write_units() {
    table = TABLE.formatted(-1, 1_000);
    assertRuns("load");
    assertRefused("fetch", "read");
    assertRefused("export", "read");
  }
}
