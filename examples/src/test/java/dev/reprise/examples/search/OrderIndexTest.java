package dev.reprise.examples.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.opensearch.BulkItem;
import dev.reprise.opensearch.OpenSearchBulk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrderIndexTest {

  private static final List<BulkItem> ITEMS = List.of(BulkItem.index("1", "{\"amount\":7}"));

  private HttpServer server;
  @TempDir private Path folder;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] done = "{\"items\":[{\"index\":{\"status\":201}}]}".getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/orders/_bulk",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, done.length);
          exchange.getResponseBody().write(done);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Test
  void orders_are_stored_over_each_client() {
    URI endpoint = URI.create(endpoint());
    assertThat(OrderIndex.load(endpoint, ITEMS.iterator()).allDone()).isTrue();
    for (OpenSearchBulk bulk :
        List.of(
            OrderIndex.overJdk(HttpClient.newHttpClient(), endpoint, "secret"),
            OrderIndex.overOkHttp(endpoint()))) {
      assertThat(bulk.toIndex("orders").batch().run(ITEMS).allDone()).isTrue();
    }
  }

  @Test
  void a_load_that_is_complete_sends_nothing_again() {
    OpenSearchBulk bulk = OpenSearchBulk.of(URI.create(endpoint())).toIndex("orders");
    Path journal = folder.resolve("journal");
    assertThat(OrderIndex.resume(bulk, journal, ITEMS.iterator()).counts().done()).isEqualTo(1);
    BatchReport<BulkItem> again = OrderIndex.resume(bulk, journal, ITEMS.iterator());
    assertThat(again.counts().doneBefore()).isEqualTo(1);
    assertThat(again.counts().calls()).isZero();
  }

  @Test
  void the_items_of_the_example_are_of_each_action() {
    assertThat(OrderIndex.items()).hasSize(5);
  }
}
