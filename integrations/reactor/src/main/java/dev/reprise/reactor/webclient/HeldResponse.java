package dev.reprise.reactor.webclient;

import dev.reprise.http.HttpResponseInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.client.ClientResponse;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** The response to one attempt. Closing it releases its body, unless the caller has it. */
final class HeldResponse implements HttpResponseInfo, AutoCloseable {

  private static final long DROPPED_BYTES = 65_536;
  private static final Duration DROP_TIME = Duration.ofSeconds(1);

  private final Context context;
  private final ClientResponse response;
  private final WebClientResponseInfo info;
  private final HoldTimer timer;
  private final @Nullable TimeLeft timeLeft;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable HeldBody body;

  /**
   * The response to an attempt.
   *
   * @param context the Reactor Context of the attempt
   * @param timeLeft limits the reading by the caller; null for no limit
   */
  HeldResponse(
      ContextView context,
      ClientResponse response,
      WebClientResponseInfo info,
      HoldTimer timer,
      @Nullable TimeLeft timeLeft) {
    this.context = Context.of(context);
    this.response = response;
    this.info = info;
    this.timer = timer;
    this.timeLeft = timeLeft;
  }

  @Override
  public int status() {
    return info.status();
  }

  @Override
  public List<String> header(String name) {
    return info.header(name);
  }

  @Override
  public Instant receivedAt() {
    return info.receivedAt();
  }

  @Override
  public boolean isFollowUp() {
    return info.isFollowUp();
  }

  /** Reads the beginning of the body, for a limited time. The body may fail. */
  Mono<HeldResponse> hold(long bytes, Duration time) {
    return Mono.create(sink -> read(sink, new HeldBody(context, bytes, false), time));
  }

  /** Reads the beginning of the body, and fails if that fails. */
  Mono<HeldResponse> read(long bytes) {
    return Mono.create(sink -> read(sink, new HeldBody(context, bytes, true), null));
  }

  private void read(MonoSink<HeldResponse> sink, HeldBody reading, @Nullable Duration time) {
    body = reading;
    sink.onCancel(this::close);
    reading.whenHeld(failure -> ended(sink, failure, time != null));
    content().subscribe(reading);
    if (time != null) {
      limit(reading, time);
    }
  }

  /**
   * Reports the end of the reading. The connector returns the connection to its pool only after it
   * has signalled the end of the body, so the attempt after a rejected response begins on a
   * different thread.
   */
  private void ended(MonoSink<HeldResponse> sink, @Nullable Throwable failure, boolean rejected) {
    if (failure != null) {
      sink.error(failure);
    } else if (rejected) {
      runLater(() -> sink.success(this));
    } else {
      sink.success(this);
    }
  }

  private void runLater(Runnable task) {
    try {
      Disposable unused = timer.schedule(task, Duration.ZERO);
    } catch (Throwable rejection) {
      task.run();
    }
  }

  private void limit(HeldBody reading, Duration time) {
    if (reading.isHeld()) {
      return;
    }
    try {
      reading.endHoldingBy(timer.schedule(reading::stopHolding, time));
    } catch (Throwable rejection) {
      reading.stopHolding();
    }
  }

  private Flux<DataBuffer> content() {
    return response.body(BodyExtractors.toDataBuffers());
  }

  /** The response for the caller, who releases it from now on. */
  ClientResponse forCaller() {
    HeldBody held = body;
    TimeLeft limit = isStreamOfEvents() ? null : timeLeft;
    if (held == null && (limit == null || limit.isUnlimited())) {
      closed.set(true);
      return response;
    }
    closed.set(true);
    return response
        .mutate()
        .body(given -> limited(held == null ? given : held.remaining(), limit))
        .build();
  }

  private boolean isStreamOfEvents() {
    MediaType type = response.headers().contentType().orElse(null);
    return type != null
        && (MediaType.TEXT_EVENT_STREAM.isCompatibleWith(type)
            || MediaType.APPLICATION_NDJSON.isCompatibleWith(type));
  }

  private Flux<DataBuffer> limited(Flux<DataBuffer> content, @Nullable TimeLeft limit) {
    return limit == null || limit.isUnlimited()
        ? content
        : new TimeLimitedBody(content, timer, limit.forReading());
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    HeldBody held = body;
    if (held != null) {
      held.discard();
    } else {
      drop();
    }
  }

  /** Reads a short body, so that its connection can be used again. */
  private void drop() {
    HeldBody dropped = new HeldBody(context, DROPPED_BYTES, false);
    dropped.whenHeld(failure -> dropped.discard());
    content().subscribe(dropped);
    limit(dropped, DROP_TIME);
  }
}
