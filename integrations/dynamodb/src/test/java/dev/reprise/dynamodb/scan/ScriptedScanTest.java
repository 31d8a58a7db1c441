package dev.reprise.dynamodb.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.Sdk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Scans whose pages are made by the test. */
class ScriptedScanTest {

  private final ConcurrentLinkedQueue<ScanRequest> requests = new ConcurrentLinkedQueue<>();
  private final List<Map<String, AttributeValue>> given = new ArrayList<>();

  /** A client whose pages are made by a function. */
  private TableScan scan(Function<ScanRequest, ScanResponse> pages) {
    DynamoDbClient client =
        new DynamoDbClient() {
          @Override
          public ScanResponse scan(ScanRequest request) {
            requests.add(request);
            return pages.apply(request);
          }

          @Override
          public String serviceName() {
            return SERVICE_NAME;
          }

          @Override
          public void close() {}
        };
    return TableScan.of(client, "items").segments(1);
  }

  private static Map<String, AttributeValue> key(int number) {
    return Map.of("id", AttributeValue.fromN(Integer.toString(number)));
  }

  /** Ten items from a number on, after which a page follows. */
  private static ScanResponse page(int from) {
    return ScanResponse.builder()
        .items(IntStream.range(from, from + 10).mapToObj(ScriptedScanTest::key).toList())
        .scannedCount(10)
        .lastEvaluatedKey(key(from + 9))
        .build();
  }

  /** Pages of a table without an end. */
  private static ScanResponse endless(ScanRequest request) {
    return page(
        request.hasExclusiveStartKey()
            ? Integer.parseInt(request.exclusiveStartKey().get("id").n()) + 1
            : 0);
  }

  @Test
  void a_page_that_ends_where_it_begins_fails_the_segment() {
    ScanReport report =
        scan(request -> requests.size() <= 2 ? endless(request) : page(10)).run(given::add);

    assertThat(given).hasSize(20).doesNotHaveDuplicates();
    assertThat(requests).hasSize(3);
    assertThat(report.complete()).isFalse();
    assertThat(report.failed())
        .singleElement()
        .satisfies(
            failed -> {
              assertThat(failed.lastKey()).isEqualTo(key(19));
              assertThat(failed.failure())
                  .hasMessage("the last key of a page is the key after which it was requested");
            });
  }

  @Test
  void no_item_follows_a_cancellation_and_no_page_is_requested() throws Exception {
    CompletableFuture<CompletableFuture<ScanReport>> started = new CompletableFuture<>();
    CompletableFuture<Thread> scanning = new CompletableFuture<>();
    started.complete(
        scan(ScriptedScanTest::endless)
            .start(
                item -> {
                  given.add(item);
                  if (given.size() == 3) {
                    started.join().cancel(true);
                    scanning.complete(Thread.currentThread());
                  }
                }));

    scanning.get(1, TimeUnit.MINUTES).join();

    assertThat(given).hasSize(3);
    assertThat(requests.size()).as("the next page was requested before").isLessThanOrEqualTo(2);
  }

  @Test
  void no_item_follows_an_interrupt() {
    ScanReport report =
        scan(ScriptedScanTest::endless)
            .run(
                item -> {
                  given.add(item);
                  if (given.size() == 13) {
                    Thread.currentThread().interrupt();
                  }
                });

    assertThat(Thread.interrupted()).isTrue();
    assertThat(given).hasSize(13);
    assertThat(report.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(report.segments().get(0).lastKey()).isEqualTo(key(9));
  }

  @Test
  void an_interrupt_by_the_consumer_of_the_last_item_does_not_change_the_result() {
    ScanReport report =
        scan(request -> endless(request).toBuilder().lastEvaluatedKey(null).build())
            .run(
                item -> {
                  given.add(item);
                  if (given.size() == 10) {
                    Thread.currentThread().interrupt();
                  }
                });

    assertThat(Thread.interrupted()).isTrue();
    assertThat(report.complete()).isTrue();
    assertThat(report.stopReason()).isEqualTo(StopReason.SUCCEEDED);
  }

  @Test
  void cancelling_ends_a_scan_that_describes_its_table() throws Exception {
    CompletableFuture<DescribeTableResponse> description = new CompletableFuture<>();
    CountDownLatch requested = new CountDownLatch(1);
    DynamoDbAsyncClient client =
        new DynamoDbAsyncClient() {
          @Override
          public CompletableFuture<DescribeTableResponse> describeTable(
              DescribeTableRequest request) {
            requested.countDown();
            return description;
          }

          @Override
          public String serviceName() {
            return SERVICE_NAME;
          }

          @Override
          public void close() {}
        };
    CompletableFuture<ScanReport> scan =
        TableScan.of(client, "items").capacityShare(0.5).start(given::add);
    assertThat(requested.await(1, TimeUnit.MINUTES)).isTrue();

    scan.cancel(true);

    assertThatThrownBy(() -> description.get(1, TimeUnit.MINUTES))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void placeholders_of_filter_and_projection_are_different() {
    TableScan scan = scan(ScriptedScanTest::endless).projection("id", "body", "id");
    assertThatThrownBy(
            () -> scan.filter("#reprise1 = :a", Map.of("#reprise1", "x"), Map.of(":a", Sdk.s("a"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("placeholder of a name must not begin with #reprise, but was #reprise1");

    scan.filter("#x = :a", Map.of("#x", "x"), Map.of(":a", Sdk.s("a"))).limit(1).run(given::add);

    ScanRequest first = requests.element();
    assertThat(first.projectionExpression()).isEqualTo("#reprise1,#reprise2");
    assertThat(first.expressionAttributeNames())
        .isEqualTo(Map.of("#x", "x", "#reprise1", "id", "#reprise2", "body"));
  }
}
