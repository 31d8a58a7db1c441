package dev.reprise.dynamodb.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.backoff.Backoff;
import dev.reprise.batch.Pace;
import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.Sdk;
import dev.reprise.dynamodb.items.Compression;
import dev.reprise.dynamodb.items.ItemReader;
import dev.reprise.dynamodb.items.ItemWriter;
import dev.reprise.dynamodb.items.JsonForm;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.Fault;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;

class TableScanTest {

  private static final RetryPolicy SOON =
      RetryPolicy.builder()
          .maxAttempts(20)
          .withoutTimeLimit()
          .backoff(Backoff.fixed(Duration.ofNanos(1)))
          .build();

  private final SplittableRandom random = new SplittableRandom(7);
  private volatile boolean faulty;
  private final DynamoDbTableServer server =
      DynamoDbTableServer.builder().faults(this::fault).start();
  private final DynamoDbClient client = Sdk.blocking(server.endpoint()).build();
  private final DynamoDbAsyncClient async = Sdk.async(server.endpoint());
  private final List<Map<String, AttributeValue>> given = new ArrayList<>();

  @TempDir private Path folder;

  private synchronized Optional<Fault> fault(String operation) {
    if (!faulty || !operation.equals("Scan")) {
      return Optional.empty();
    }
    return switch (random.nextInt(12)) {
      case 0, 1 -> Optional.of(Fault.provisionedThroughputExceeded());
      case 2 -> Optional.of(Fault.dropBeforeProcessing());
      case 3 -> Optional.of(Fault.dropAfterProcessing());
      case 4 -> Optional.of(Fault.internalServerError());
      default -> Optional.empty();
    };
  }

  @AfterEach
  void stop() {
    client.close();
    async.close();
    server.close();
  }

  private void fill(int items) {
    Sdk.createTable(client, 1_000_000, 1_000_000);
    assertThat(DynamoDbBatch.of(client, Sdk.TABLE).put(Sdk.items(items)).allDone()).isTrue();
  }

  private TableScan scan(boolean later) {
    TableScan scan = later ? TableScan.of(async, Sdk.TABLE) : TableScan.of(client, Sdk.TABLE);
    return scan.policy(SOON).pace(Pace.unlimited());
  }

  private void assertGivenOnce(int items) {
    Map<Map<String, AttributeValue>, Integer> times = new HashMap<>();
    given.forEach(item -> times.merge(item, 1, Integer::sum));
    assertThat(times).hasSize(items);
    assertThat(times.values()).containsOnly(1);
    // By hash, because AssertJ's containsAll compares all pairs of items.
    Set<Map<String, AttributeValue>> missing = new HashSet<>(Sdk.items(items));
    missing.removeAll(times.keySet());
    assertThat(missing).isEmpty();
  }

  private void scansAll(boolean later, int items) {
    fill(items);
    faulty = true;

    ScanReport report = scan(later).pageItems(100).run(given::add);

    assertGivenOnce(items);
    assertThat(report.complete()).as(report.toString()).isTrue();
    assertThat(report.stopReason()).isEqualTo(StopReason.SUCCEEDED);
    assertThat(report.counts().items()).isEqualTo(items);
    assertThat(report.counts().scanned()).isEqualTo(items);
    assertThat(report.counts().requests()).isEqualTo(server.counters().requests("Scan"));
    assertThat(report.counts().retries()).isPositive();
    assertThat(report.counts().throttled()).isPositive();
    assertThat(report.segments().stream().mapToLong(s -> s.items()).sum()).isEqualTo(items);
    assertThat(report.state().complete()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void each_item_is_passed_on_once_despite_throttling_and_dropped_connections(boolean later) {
    scansAll(later, 4_000);
  }

  @Tag("proof")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void each_of_fifty_thousand_items_is_passed_on_once(boolean later) {
    scansAll(later, 50_000);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void failed_segments_are_reported_and_a_later_scan_resumes_after_their_last_keys(boolean later) {
    fill(1_000);
    List<ScanReport> reports = new ArrayList<>();
    RetryPolicy hasty = SOON.toBuilder().maxAttempts(2).build();
    faulty = true;
    ScanState state = null;
    while (state == null || !state.complete()) {
      TableScan scan = scan(later).policy(hasty).segments(5).pageItems(20);
      ScanReport report =
          (state == null ? scan : scan.startingFrom(ScanState.parse(state.toString())))
              .run(given::add);
      reports.add(report);
      state = report.state();
      assertThat(report.failed()).hasSize(report.counts().segmentsFailed());
      assertThat(report.complete()).isEqualTo(report.failed().isEmpty());
    }

    assertThat(reports).hasSizeGreaterThan(1);
    assertThat(reports.get(0).failed())
        .allSatisfy(segment -> assertThat(segment.failure()).isNotNull());
    assertGivenOnce(1_000);
  }

  @Test
  void final_failures_end_each_segment_after_one_request() {
    ScanReport report = scan(false).segments(3).run(given::add);

    assertThat(report.counts().segmentsFailed()).isEqualTo(3);
    assertThat(report.counts().requests()).isEqualTo(3);
    assertThat(report.failed().get(0).failure()).hasMessageContaining("not found");
    assertThat(report.state().toString()).isEqualTo("begin\nbegin\nbegin");
  }

  @Test
  void a_filter_and_a_projection_are_applied_by_the_service() {
    fill(100);
    ScanReport report =
        scan(false)
            .filter("#n < :ten", Map.of("#n", "number"), Map.of(":ten", AttributeValue.fromN("10")))
            .projection("id", "body")
            .run(given::add);

    assertThat(given)
        .hasSize(10)
        .allSatisfy(item -> assertThat(item.keySet()).containsOnly("id", "body"));
    assertThat(report.counts().scanned()).isEqualTo(100);
  }

  @Test
  void a_limit_ends_the_scan_which_resumes_with_complete_pages() {
    fill(200);
    ScanReport first = scan(false).segments(1).pageItems(50).limit(100).run(given::add);

    assertThat(given).hasSize(100);
    assertThat(first.complete()).isFalse();
    assertThat(first.stopReason()).isEqualTo(StopReason.SUCCEEDED);

    scan(false).startingFrom(first.state()).run(given::add);
    assertGivenOnce(200);
  }

  @Test
  void a_consumer_that_throws_ends_the_scan_and_the_next_scan_reads_its_page_again() {
    fill(200);
    IllegalStateException full = new IllegalStateException("full");
    ScanReport report =
        scan(false)
            .segments(1)
            .pageItems(50)
            .run(
                item -> {
                  if (given.size() == 70) {
                    throw full;
                  }
                  given.add(item);
                });

    assertThat(report.consumerFailure()).containsSame(full);
    assertThat(report.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(report.counts().items()).isEqualTo(70);

    given.subList(50, 70).clear();
    scan(false).startingFrom(report.state()).run(given::add);
    assertGivenOnce(200);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void cancelling_ends_a_scan_whose_requests_hang(boolean later) throws Exception {
    fill(10);
    CountDownLatch never = new CountDownLatch(1);
    server.failNext("Scan", 100, Fault.holdUntil(never));
    CompletableFuture<ScanReport> scan = scan(later).start(given::add);

    assertThat(scan.cancel(true)).isTrue();
    assertThatThrownBy(() -> scan.get(1, TimeUnit.MINUTES))
        .isInstanceOf(CancellationException.class);
    never.countDown();
    assertThat(given).isEmpty();
  }

  @Test
  void an_interrupt_ends_a_scan_and_leaves_the_flag_set() {
    fill(10);
    Thread.currentThread().interrupt();
    ScanReport report = scan(false).run(given::add);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(report.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(report.complete()).isFalse();
  }

  @Test
  void consistent_reads_cost_twice_as_much_and_the_server_reports_the_units() {
    fill(300);
    double before = server.counters().readUnits();
    double eventual = scan(false).run(given::add).counts().capacityUnits();
    double consistent = scan(false).consistentReads().run(item -> {}).counts().capacityUnits();

    assertThat(consistent).isEqualTo(2 * eventual);
    assertThat(server.counters().readUnits() - before).isEqualTo(eventual + consistent);
  }

  @Test
  void a_share_of_the_capacity_needs_a_table_with_read_units() {
    fill(50);
    ScanReport report = scan(true).capacityShare(0.5).run(given::add);
    assertThat(report.complete()).isTrue();
    assertThat(server.counters().requests("DescribeTable")).isEqualTo(2);

    TableScan unknown = TableScan.of(client, "nosuch").policy(SOON).capacityShare(0.5);
    assertThatThrownBy(() -> unknown.run(given::add)).hasMessageContaining("not found");
    assertThat(unknown.start(given::add)).failsWithin(Duration.ofMinutes(1));

    client.createTable(
        table ->
            table
                .tableName("paid-by-request")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(key -> key.attributeName("id").keyType(KeyType.HASH))
                .attributeDefinitions(id -> id.attributeName("id").attributeType("S")));
    TableScan unlimited = TableScan.of(client, "paid-by-request").policy(SOON).capacityShare(0.5);
    assertThatThrownBy(() -> unlimited.run(given::add))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "capacityShare needs a table with read units, but table paid-by-request has none;"
                + " set a pace instead");
  }

  @Test
  void empty_pages_do_not_end_a_scan() {
    fill(300);
    ScanReport report =
        scan(false)
            .segments(2)
            .pageItems(10)
            .filter(
                "#n = :last", Map.of("#n", "number"), Map.of(":last", AttributeValue.fromN("7")))
            .run(given::add);

    assertThat(given).hasSize(1);
    assertThat(report.complete()).isTrue();
    assertThat(report.counts().scanned()).isEqualTo(300);
    assertThat(report.counts().pages()).isGreaterThanOrEqualTo(30);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_limit_applies_to_all_segments_and_no_item_follows_it(boolean later) {
    fill(300);
    ScanReport first = scan(later).segments(6).pageItems(20).limit(137).run(given::add);

    assertThat(given).hasSize(137).doesNotHaveDuplicates();
    assertThat(first.counts().items()).isEqualTo(137);
    assertThat(first.segments().stream().mapToLong(s -> s.items()).sum()).isEqualTo(137);

    List<Map<String, AttributeValue>> rest = new ArrayList<>();
    scan(later).startingFrom(first.state()).run(rest::add);
    Set<Map<String, AttributeValue>> all = new HashSet<>(given);
    all.addAll(rest);
    assertThat(all).containsExactlyInAnyOrderElementsOf(Sdk.items(300));
    assertThat(rest.size() + 137 - 300).as("items of a page given in part").isBetween(0, 19);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void an_interrupt_ends_a_scan_whose_requests_hang(boolean later) throws Exception {
    fill(10);
    CountDownLatch never = new CountDownLatch(1);
    server.failNext("Scan", 100, Fault.holdUntil(never));
    CompletableFuture<ScanReport> ended = new CompletableFuture<>();
    CompletableFuture<Boolean> flag = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              ended.complete(scan(later).run(given::add));
              flag.complete(Thread.currentThread().isInterrupted());
            });
    thread.start();
    thread.interrupt();

    assertThat(ended.get(1, TimeUnit.MINUTES).stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(flag.get(1, TimeUnit.MINUTES)).isTrue();
    never.countDown();
    assertThat(given).isEmpty();
  }

  @Test
  void an_executor_that_rejects_tasks_fails_the_segments() {
    fill(10);
    ScanReport report =
        scan(false)
            .withExecutor(
                task -> {
                  throw new RejectedExecutionException("full");
                })
            .run(given::add);

    assertThat(report.complete()).isFalse();
    assertThat(report.counts().segmentsFailed()).isEqualTo(8);
    assertThat(report.failed().get(0).failure()).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void an_interrupted_thread_does_not_describe_the_table() {
    fill(10);
    long before = server.counters().requests("DescribeTable");
    Thread.currentThread().interrupt();
    ScanReport report = scan(false).capacityShare(0.5).run(given::add);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(report.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(report.counts().requests()).isZero();
    assertThat(server.counters().requests("DescribeTable")).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders.ndjson", "orders.ndjson.gz", "orders.ndjson.zst"})
  void an_export_has_a_line_for_each_item_and_is_loaded_into_an_equal_table(String name)
      throws Exception {
    fill(500);
    faulty = true;
    Path file = folder.resolve(name);
    try (ItemWriter writer = ItemWriter.create(file)) {
      ScanReport report = scan(false).pageItems(25).exportTo(writer);
      assertThat(report.complete()).isTrue();
      assertThat(report.counts().items()).isEqualTo(writer.items()).isEqualTo(500);
    }
    client.deleteTable(table -> table.tableName(Sdk.TABLE));
    Sdk.createTable(client, 1_000_000, 1_000_000);

    try (ItemReader items = ItemReader.open(file, bad -> {})) {
      assertThat(DynamoDbBatch.of(client, Sdk.TABLE).put(() -> items).counts().done())
          .isEqualTo(500);
    }
    scan(true).run(given::add);
    assertGivenOnce(500);
  }

  @Test
  void an_export_that_is_not_complete_leaves_no_file() throws Exception {
    fill(100);
    server.failNext("Scan", 1, Fault.answer(400, "AccessDeniedException", "No"));
    Path file = folder.resolve("orders.ndjson");
    try (ItemWriter writer = ItemWriter.create(file, JsonForm.DYNAMODB, Compression.NONE)) {
      assertThat(scan(false).exportTo(writer).complete()).isFalse();
    }
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void settings_out_of_bounds_are_refused() {
    TableScan scan = scan(false);
    assertThatThrownBy(() -> scan.segments(0))
        .hasMessage("segments must be from 1 to 1000000, but was 0");
    assertThatThrownBy(() -> scan.parallelism(0))
        .hasMessage("parallelism must be at least 1, but was 0");
    assertThatThrownBy(() -> scan.pageItems(0))
        .hasMessage("pageItems must be at least 1, but was 0");
    assertThatThrownBy(() -> scan.limit(0)).hasMessage("limit must be at least 1, but was 0");
    assertThatThrownBy(() -> scan.capacityShare(1.5))
        .hasMessage("capacityShare must be more than 0 and at most 1, but was 1.5");
    assertThatThrownBy(() -> scan.pace(Pace.shared(Pace.fixed(5))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("pace of a scan must not be shared, but was shared(fixed(5/s))");
    assertThatThrownBy(() -> ScanState.parse("begin\nnothing"))
        .hasMessage("a segment of a scan's state must be begin, done or a key, but was nothing");
  }
}
