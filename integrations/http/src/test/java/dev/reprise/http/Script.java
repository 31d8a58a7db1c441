package dev.reprise.http;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Exchanges of a client without sockets, with outcomes that are set in advance. */
final class Script {

  static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  /** Returns responses, and faults for failed exchanges. */
  static final HttpOutcomeReader OUTCOMES =
      new HttpOutcomeReader() {
        @Override
        public @Nullable HttpResponseInfo response(Object result) {
          return result instanceof HttpResponseInfo reply ? reply : null;
        }

        @Override
        public @Nullable HttpFault fault(Throwable failure) {
          return failure instanceof Broken broken ? broken.fault : null;
        }
      };

  /** An exchange that fails without a response. */
  static final class Broken extends IOException {
    private static final long serialVersionUID = 1;
    private final HttpFault fault;

    Broken(HttpFault fault) {
      super(fault.name());
      this.fault = fault;
    }
  }

  /** A response that knows whether it was closed. */
  static final class Answer implements HttpResponseInfo, AutoCloseable {
    private final int status;
    private final Map<String, List<String>> fields = new TreeMap<>();
    private boolean followUp;
    private boolean local;
    boolean closed;

    private Answer(int status) {
      this.status = status;
    }

    Answer with(String name, String value) {
      fields.computeIfAbsent(name.toLowerCase(Locale.ROOT), key -> new ArrayList<>()).add(value);
      return this;
    }

    Answer afterRedirect() {
      followUp = true;
      return this;
    }

    Answer fromNowhere() {
      local = true;
      return this;
    }

    @Override
    public boolean isLocal() {
      return local;
    }

    @Override
    public boolean isFollowUp() {
      return followUp;
    }

    @Override
    public int status() {
      return status;
    }

    @Override
    public List<String> header(String name) {
      return fields.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    @Override
    public Instant receivedAt() {
      return NOW;
    }

    @Override
    public void close() {
      closed = true;
    }

    @Override
    public String toString() {
      return status + " " + fields;
    }
  }

  private final VirtualTime time;
  private final ScriptedOperation<Object> exchanges;

  Script(VirtualTime time) {
    this.time = time;
    exchanges = new ScriptedOperation<>(time);
  }

  static Answer answer(int status) {
    return new Answer(status);
  }

  Script answers(int status) {
    return answers(answer(status));
  }

  Script answers(HttpResponseInfo reply) {
    exchanges.returns(reply);
    return this;
  }

  Script breaks(HttpFault fault) {
    exchanges.fails(new Broken(fault));
    return this;
  }

  /** Makes the call and returns its result. */
  RetryResult<Object> run(HttpPlan plan) {
    return in(plan.retry()).executeWith(exchanges::callWith);
  }

  Retry in(Retry retry) {
    return retry.withEnvironment(time);
  }

  ScriptedOperation<Object> exchanges() {
    return exchanges;
  }
}
