package dev.reprise.dynamodb.scan;

import dev.reprise.RetryResult;
import dev.reprise.batch.Pace;
import dev.reprise.decision.StopReason;
import dev.reprise.time.TickSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Run of a scan. Its thread starts the requests of pages, takes their results from a queue, and
 * passes the items to the consumer. The next page of a segment is requested before the previous one
 * is passed on, so at most one page more is held than may be requested concurrently.
 */
final class ScanRun {

  private final ScanClient client;
  private final ScanSettings settings;
  private final ScanRequest template;
  private final Executor executor;
  private final Consumer<? super Map<String, AttributeValue>> consumer;
  private final TickSource ticks;
  private final long startNanos;
  private final ScanPace pace;
  private final List<SegmentScan> segments = new ArrayList<>();
  private final Queue<SegmentScan> waiting = new ArrayDeque<>();
  private final Map<Integer, CompletableFuture<?>> inFlight = new HashMap<>();
  private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
  private final ScanMeter meter = new ScanMeter();

  private volatile boolean cancelled;
  private long throttledBefore;
  private long items;
  private long scanned;
  private long pages;
  private double units;
  private @Nullable StopReason stopped;
  private @Nullable Throwable consumerFailure;

  ScanRun(
      ScanClient client,
      String table,
      ScanSettings settings,
      Pace pace,
      Executor executor,
      Consumer<? super Map<String, AttributeValue>> consumer) {
    this.client = client;
    this.settings = settings;
    this.executor = executor;
    this.consumer = consumer;
    template = settings.request(table);
    ticks = settings.retry.environment().ticks();
    startNanos = ticks.nanos();
    this.pace = new ScanPace(pace, startNanos);
    ScanState from = settings.from;
    for (int number = 0; number < settings.segments; number++) {
      SegmentScan segment = new SegmentScan(number, from == null ? Map.of() : from.lastKey(number));
      segments.add(segment);
      if (!segment.isDone()) {
        waiting.add(segment);
      }
    }
  }

  /** Ends the scan before its next item. Any thread may call it. */
  void cancel() {
    cancelled = true;
    events.add(() -> {}); // wakes the scan if it waits
  }

  ScanReport run() {
    try {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted before the scan began");
      }
      while (!isOver()) {
        startPages();
        Runnable event = nextEvent();
        if (event != null) {
          event.run();
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      stop(StopReason.INTERRUPTED);
    }
    List.copyOf(inFlight.values()).forEach(page -> page.cancel(true));
    StopReason reason = stopped;
    return new ScanReport(
        counts(),
        reason == null ? StopReason.SUCCEEDED : reason,
        segments.stream().map(SegmentScan::report).toList(),
        consumerFailure);
  }

  private void stop(StopReason reason) {
    stopped = reason;
  }

  private boolean isOver() {
    return (inFlight.isEmpty() && waiting.isEmpty()) || isStopped();
  }

  /** Returns whether the scan was stopped, also by a cancellation or an interrupt just now. */
  private boolean isStopped() {
    if (stopped == null && cancelled) {
      stop(StopReason.CANCELLED);
    }
    if (stopped == null && Thread.currentThread().isInterrupted()) {
      stop(StopReason.INTERRUPTED);
    }
    return stopped != null;
  }

  /** Requests the pages that may be requested. */
  private void startPages() {
    while (!isStopped() && mayStart() && waitNanos() == 0) {
      start(waiting.remove());
    }
  }

  private boolean mayStart() {
    return !waiting.isEmpty() && inFlight.size() < settings.parallelism;
  }

  private long waitNanos() {
    return pace.waitNanos(ticks.nanos(), inFlight.size());
  }

  private @Nullable Runnable nextEvent() throws InterruptedException {
    long nanos = mayStart() ? waitNanos() : Long.MAX_VALUE;
    return nanos == Long.MAX_VALUE ? events.take() : events.poll(nanos, TimeUnit.NANOSECONDS);
  }

  private void start(SegmentScan segment) {
    double paid = pace.start(ticks.nanos());
    CompletableFuture<RetryResult<ScanResponse>> page =
        client.scan(settings.retry, request(segment), meter, executor);
    inFlight.put(segment.number(), page);
    CompletionStage<RetryResult<ScanResponse>> answer = page;
    answer.whenComplete(
        (result, failure) ->
            events.add(
                () -> {
                  inFlight.remove(segment.number());
                  completed(segment, paid, result, failure);
                }));
  }

  private ScanRequest request(SegmentScan segment) {
    Map<String, AttributeValue> after = segment.requestAfter();
    int most = settings.pageItems > 0 ? settings.pageItems : pace.maxItems(ticks.nanos());
    return template.toBuilder()
        .segment(segment.number())
        .exclusiveStartKey(after.isEmpty() ? null : after)
        .limit(most > 0 ? (Integer) most : null)
        .build();
  }

  private void completed(
      SegmentScan segment,
      double paid,
      @Nullable RetryResult<ScanResponse> result,
      @Nullable Throwable failure) {
    ScanResponse page = result == null ? null : result.value();
    boolean slower = meter.throttled() > throttledBefore;
    throttledBefore = meter.throttled();
    double cost = page == null ? 0 : cost(page.consumedCapacity());
    int read = page == null ? 0 : scanned(page);
    pace.record(paid, cost, read, slower, ticks.nanos());
    if (page == null) {
      segment.failed(cause(result, failure));
    } else {
      units += cost;
      scanned += read;
      pages++;
      addPage(segment, page);
    }
    reportProgress();
  }

  private static Throwable cause(
      @Nullable RetryResult<ScanResponse> result, @Nullable Throwable failure) {
    Throwable known = result == null ? failure : result.failure();
    return known == null ? new CancellationException("the page was cancelled") : known;
  }

  /** Responses of tests may have no counts. */
  private static int scanned(ScanResponse page) {
    Integer count = page.scannedCount();
    return count == null ? page.items().size() : count;
  }

  private static double cost(@Nullable ConsumedCapacity consumed) {
    Double units = consumed == null ? null : consumed.capacityUnits();
    return units == null ? 0 : units;
  }

  private void addPage(SegmentScan segment, ScanResponse page) {
    Map<String, AttributeValue> last =
        page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : Map.of();
    if (segment.isRepeated(last)) {
      segment.failed(
          new IllegalStateException(
              "the last key of a page is the key after which it was requested"));
      return;
    }
    segment.addPage(last);
    if (!last.isEmpty()) {
      waiting.add(segment);
      startPages();
    }
    if (passedOnAll(segment, page.items())) {
      segment.markPassedOn(last);
    }
  }

  /** Passes on the items of a page; returns false if the scan was stopped before the last one. */
  private boolean passedOnAll(SegmentScan segment, List<Map<String, AttributeValue>> page) {
    for (Map<String, AttributeValue> item : page) {
      if (items == settings.limit) {
        stop(StopReason.SUCCEEDED);
        return false;
      }
      if (isStopped() || !passedOn(consumer, item)) {
        return false;
      }
      items++;
      segment.countItem();
    }
    if (items == settings.limit) {
      stop(StopReason.SUCCEEDED);
    }
    return true;
  }

  private <T> boolean passedOn(Consumer<? super T> to, T value) {
    try {
      to.accept(value);
      return true;
    } catch (Throwable thrown) {
      consumerFailure = thrown;
      stop(StopReason.CANCELLED);
      return false;
    }
  }

  private void reportProgress() {
    Consumer<? super ScanCounts> progress = settings.progress;
    if (progress != null && stopped == null) {
      passedOn(progress, counts());
    }
  }

  private ScanCounts counts() {
    return new ScanCounts(
        segments.size(),
        (int) segments.stream().filter(SegmentScan::isDone).count(),
        (int) segments.stream().filter(SegmentScan::hasFailed).count(),
        items,
        scanned,
        pages,
        meter.requests(),
        meter.throttled(),
        units,
        Duration.ofNanos(ticks.nanos() - startNanos));
  }
}
