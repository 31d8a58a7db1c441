package dev.reprise.dynamodb.scan;

import dev.reprise.Retry;
import dev.reprise.aws.AwsFailures;
import dev.reprise.batch.Pace;
import dev.reprise.budget.RetryBudget;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.internal.client.TableLookup;
import dev.reprise.dynamodb.internal.failure.FailureClassifier;
import dev.reprise.dynamodb.items.ItemWriter;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.text.PrintableText;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Scan that reads a whole table in parallel segments, page by page, and passes each item to a
 * consumer exactly once. Immutable and thread-safe; runs share only the retry.
 *
 * <ul>
 *   <li>Each page is requested through the retry, which decides whether and when it is requested
 *       again. Only complete pages are passed on, so a page that is requested twice is passed on
 *       once. The SDK's own retries are switched off for these requests.
 *   <li>A segment is given up if one of its pages cannot be read, or names the key after which it
 *       was requested as its last one and so would be read for ever; the other segments continue.
 *       The report has the key after which each segment resumes, and {@link ScanReport#state} is
 *       the argument of {@link #startingFrom}.
 *   <li>The consumer is called by one thread at a time. While it works, at most {@link
 *       #parallelism} pages and one more are held; a page is at most 1 MB.
 * </ul>
 *
 * <p>Like every scan, it is not a snapshot of the table: an item that is changed during the scan
 * may be passed on before or after the change.
 *
 * <table>
 *   <caption>Defaults</caption>
 *   <tr><td>segments, concurrent pages</td><td>8, 8</td></tr>
 *   <tr><td>policy</td><td>{@link DynamoDbBatch#defaultPolicy}, for each page</td></tr>
 *   <tr><td>pace</td><td>adaptive</td></tr>
 *   <tr><td>reads</td><td>eventually consistent, whole items, no filter, no limit</td></tr>
 * </table>
 */
public final class TableScan {

  /** Maximum number of segments of the service. */
  private static final int MOST_SEGMENTS = 1_000_000;

  private final ScanClient client;
  private final String table;
  private final ScanSettings settings;

  private TableScan(ScanClient client, String table, ScanSettings settings) {
    this.client = client;
    this.table = table;
    this.settings = settings;
  }

  /**
   * Creates a scan for a blocking client, which is called on threads of each run.
   *
   * @param client used, not closed
   * @param table the table's name or ARN
   * @return a scan with the defaults
   */
  public static TableScan of(DynamoDbClient client, String table) {
    return of(new ScanClient.Blocking(Objects.requireNonNull(client, "client")), table);
  }

  /**
   * Creates a scan for an asynchronous client.
   *
   * @param client used, not closed
   * @param table the table's name or ARN
   * @return a scan with the defaults
   */
  public static TableScan of(DynamoDbAsyncClient client, String table) {
    return of(new ScanClient.Async(Objects.requireNonNull(client, "client")), table);
  }

  private static TableScan of(ScanClient client, String table) {
    Objects.requireNonNull(table, "table");
    Retry retry =
        Retry.of(DynamoDbBatch.defaultPolicy())
            .withBudget(RetryBudget.unlimited())
            .named("dynamodb-scan");
    return new TableScan(client, table, new ScanSettings(FailureClassifier.addTo(retry)));
  }

  private TableScan with(Consumer<ScanSettings> change) {
    ScanSettings changed = settings.copy();
    change.accept(changed);
    return new TableScan(client, table, changed);
  }

  /**
   * Sets the retry: policy, budget and environment. The {@linkplain AwsFailures classifier} is
   * added after the classifiers of its policy, and its calls are declared idempotent. The limits of
   * attempts and time apply to each page.
   *
   * @param retry the retry
   * @return a copy with this retry
   */
  public TableScan retry(Retry retry) {
    return with(
        changed -> changed.retry = FailureClassifier.addTo(Objects.requireNonNull(retry, "retry")));
  }

  /**
   * Sets only the policy of the retry, as {@link #retry}.
   *
   * @param policy the policy of each page
   * @return a copy with this policy and the same budget
   */
  public TableScan policy(RetryPolicy policy) {
    return retry(settings.retry.withPolicy(Objects.requireNonNull(policy, "policy")));
  }

  /**
   * Sets the number of segments of the table. Default 8. More segments shorten the scan of a large
   * table if {@link #parallelism} is raised too. Each segment needs at least one request.
   *
   * @param segments the number, from 1 to a million
   * @return a copy with this number, which starts at the beginning of the table
   * @throws IllegalArgumentException if it is less than 1 or more than a million
   */
  public TableScan segments(int segments) {
    if (segments < 1 || segments > MOST_SEGMENTS) {
      throw new IllegalArgumentException(
          "segments must be from 1 to " + MOST_SEGMENTS + ", but was " + segments);
    }
    return with(
        changed -> {
          changed.segments = segments;
          changed.from = null;
        });
  }

  /**
   * Resumes where an earlier scan ended. Filter and projection should be those of the earlier scan.
   *
   * @param state the state, which includes the number of segments
   * @return a copy that resumes from this state
   */
  public TableScan startingFrom(ScanState state) {
    Objects.requireNonNull(state, "state");
    return segments(state.segments()).with(changed -> changed.from = state);
  }

  /**
   * Limits the pages that are requested concurrently, including those that wait for a retry, and
   * thus the memory. Default 8.
   *
   * @param pages the number, at least 1
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code pages} is less than 1
   */
  public TableScan parallelism(int pages) {
    return with(changed -> changed.parallelism = atLeastOne("parallelism", pages));
  }

  /**
   * Sets the pace in read units, as the responses report them. Default {@link Pace#adaptive()}: no
   * limit until a page is throttled, then 80 % of the rate that was consumed, plus a tenth each
   * second, but never more than the limit of {@link Pace.Adaptive#atMost}. While the rate is
   * limited, a page has at most the items of half a second.
   *
   * @param pace the pace
   * @return a copy with this pace, which replaces an earlier pace or share of the capacity
   * @throws IllegalArgumentException if the pace is {@linkplain Pace#shared shared}: the cost of a
   *     page is known only after it was read
   */
  public TableScan pace(Pace pace) {
    if (Objects.requireNonNull(pace, "pace") instanceof Pace.Shared) {
      throw new IllegalArgumentException("pace of a scan must not be shared, but was " + pace);
    }
    return with(
        changed -> {
          changed.pace = pace;
          changed.capacityShare = 0;
        });
  }

  /**
   * Sets a fixed pace as a share of the read units of the table: of its provisioned units or, for a
   * table on demand, of its configured limit. DescribeTable is called once at the start of a run.
   * If a table on demand has no limit, the run fails with an {@link IllegalStateException}.
   *
   * @param share the share, more than 0 and at most 1
   * @return a copy with this share, which replaces an earlier pace or share
   * @throws IllegalArgumentException if {@code share} is not more than 0, or more than 1
   */
  public TableScan capacityShare(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "capacityShare must be more than 0 and at most 1, but was " + share);
    }
    return with(changed -> changed.capacityShare = share);
  }

  /**
   * Reads consistently, for twice the capacity.
   *
   * @return a copy with consistent reads
   */
  public TableScan consistentReads() {
    return with(changed -> changed.consistent = true);
  }

  /**
   * Reads only some attributes of each item. This costs as much as reading whole items.
   *
   * @param attributes names of top-level attributes; reserved words and special characters are
   *     allowed. Without a name whole items are read
   * @return a copy that reads only these attributes
   */
  public TableScan projection(String... attributes) {
    List<String> names = List.of(attributes).stream().distinct().toList();
    return with(changed -> changed.projection = names);
  }

  /**
   * Passes on only the items that satisfy a condition. The service reads and charges the other
   * items too.
   *
   * @param expression a filter expression, such as {@code #stage = :open}
   * @param names attribute names by placeholder; a placeholder begins with {@code #}, and not with
   *     {@code #reprise}
   * @param values values by placeholder; a placeholder begins with {@code :}
   * @return a copy with this filter, which replaces an earlier one
   * @throws IllegalArgumentException if a placeholder of a name begins with {@code #reprise}, as
   *     those of the projection do
   */
  public TableScan filter(
      String expression, Map<String, String> names, Map<String, AttributeValue> values) {
    Objects.requireNonNull(expression, "expression");
    Map<String, String> copiedNames = Map.copyOf(names);
    for (String placeholder : copiedNames.keySet()) {
      if (placeholder.startsWith(ScanSettings.PLACEHOLDER)) {
        throw new IllegalArgumentException(
            "placeholder of a name must not begin with "
                + ScanSettings.PLACEHOLDER
                + ", but was "
                + PrintableText.oneLine(placeholder));
      }
    }
    Map<String, AttributeValue> copiedValues = Map.copyOf(values);
    return with(
        changed -> {
          changed.filter = expression;
          changed.filterNames = copiedNames;
          changed.filterValues = copiedValues;
        });
  }

  /**
   * Limits the items that are read for a page, before the filter. Default: no limit; the service
   * ends a page at 1 MB, and a limited pace ends it earlier.
   *
   * @param items the number, at least 1
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code items} is less than 1
   */
  public TableScan pageItems(int items) {
    return with(changed -> changed.pageItems = atLeastOne("pageItems", items));
  }

  /**
   * Ends the scan after this number of items, summed over all segments. Default: no limit.
   *
   * @param items the number, at least 1
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code items} is less than 1
   */
  public TableScan limit(long items) {
    if (items < 1) {
      throw new IllegalArgumentException("limit must be at least 1, but was " + items);
    }
    return with(changed -> changed.limit = items);
  }

  /**
   * Sets the executor that calls a blocking client. Default: daemon threads of the run.
   *
   * @param executor the executor
   * @return a copy with this executor
   */
  public TableScan withExecutor(Executor executor) {
    return with(changed -> changed.executor = Objects.requireNonNull(executor, "executor"));
  }

  /**
   * Reports the counts so far after every page.
   *
   * @param consumer called by the thread that calls the consumer of the items; its exception ends
   *     the scan
   * @return a copy with this consumer, which replaces an earlier one
   */
  public TableScan onProgress(Consumer<? super ScanCounts> consumer) {
    return with(changed -> changed.progress = Objects.requireNonNull(consumer, "consumer"));
  }

  private static int atLeastOne(String setting, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(setting + " must be at least 1, but was " + value);
    }
    return value;
  }

  /**
   * Reads the table and waits for the end. An interrupt ends the scan before the next item, and
   * leaves the flag set.
   *
   * @param consumer takes each item, on this thread. Its exception ends the scan, and is in the
   *     report
   * @return the report of the scan
   * @throws RuntimeException if a share of the capacity is set and the table cannot be described,
   *     as {@link DynamoDbBatch#describe}; an {@link IllegalStateException} if the table has no
   *     read units, of which a share could be taken
   */
  public ScanReport run(Consumer<? super Map<String, AttributeValue>> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    try (ScanThreads threads = ScanThreads.of(settings, client.blocks())) {
      return scan(threads, pace(), consumer).run();
    }
  }

  private ScanRun scan(
      ScanThreads threads, Pace pace, Consumer<? super Map<String, AttributeValue>> consumer) {
    return new ScanRun(client, table, settings, pace, threads.executor(), consumer);
  }

  /** The scan of an interrupted thread ends before its first page, so it needs no capacity. */
  private Pace pace() {
    if (settings.capacityShare == 0 || Thread.currentThread().isInterrupted()) {
      return settings.pace;
    }
    TableLookup.Found found = lookup().findNow(settings.retry, true);
    return Thread.currentThread().isInterrupted() ? settings.pace : share(found);
  }

  private TableLookup lookup() {
    return new TableLookup(client.tables(), table, null);
  }

  private Pace share(TableLookup.Found found) {
    double units =
        found
            .described(table)
            .readUnits()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "capacityShare needs a table with read units, but table "
                            + PrintableText.oneLine(table)
                            + " has none; set a pace instead"));
    return Pace.fixed(settings.capacityShare * units);
  }

  /**
   * Starts the scan.
   *
   * @param consumer as for {@link #run}, called on a daemon thread of the run
   * @return completes with the report, or exceptionally as {@link #run}; completing it in any way
   *     cancels the scan before the next item
   */
  public CompletableFuture<ScanReport> start(
      Consumer<? super Map<String, AttributeValue>> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    CompletableFuture<ScanReport> result = new CompletableFuture<>();
    ScanThreads.start(() -> run(consumer, result));
    return result;
  }

  private void run(
      Consumer<? super Map<String, AttributeValue>> consumer,
      CompletableFuture<ScanReport> result) {
    try (ScanThreads threads = ScanThreads.of(settings, client.blocks())) {
      Pace pace = settings.capacityShare > 0 ? share(described(threads, result)) : settings.pace;
      ScanRun run = scan(threads, pace, consumer);
      var unused = result.whenComplete((report, failure) -> run.cancel());
      result.complete(run.run());
    } catch (Throwable failure) {
      result.completeExceptionally(failure);
    }
  }

  /** Describes the table; completing the result of the scan ends the request. */
  private TableLookup.Found described(ScanThreads threads, CompletableFuture<ScanReport> result)
      throws ExecutionException, InterruptedException {
    CompletableFuture<TableLookup.Found> sought =
        lookup().find(settings.retry, true, threads.executor());
    var unused = result.whenComplete((report, failure) -> sought.cancel(true));
    return sought.get();
  }

  /**
   * Reads the table and writes each item to a file. Completes the file only if the scan is
   * complete.
   *
   * @param writer receives the items; not closed
   * @return the report of the scan
   * @throws IOException if the file cannot be completed
   */
  public ScanReport exportTo(ItemWriter writer) throws IOException {
    ScanReport report = run(writer::write);
    if (report.complete()) {
      writer.complete();
    }
    return report;
  }
}
