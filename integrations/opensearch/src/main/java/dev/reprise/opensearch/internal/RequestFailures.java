package dev.reprise.opensearch.internal;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.classify.Classifier;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.http.HttpFault;
import dev.reprise.http.HttpHints;
import dev.reprise.http.HttpResponseInfo;
import dev.reprise.http.HttpRules;
import dev.reprise.opensearch.BulkRequestException;
import dev.reprise.opensearch.BulkResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Verdicts on requests that failed as a whole: those of the HTTP rules. */
public final class RequestFailures {

  private static final HttpRules RULES = HttpRules.standard();

  /** No attempt has reached the server, so its address is wrong, or it is down. */
  private static final Set<HttpFault> UNREACHABLE =
      EnumSet.of(HttpFault.CONNECT, HttpFault.CONNECT_TIMEOUT);

  private RequestFailures() {}

  public static Classifier classifier() {
    return RequestFailures::classify;
  }

  private static Verdict classify(Outcome<?> outcome) {
    Throwable failure = outcome.failureOrNull();
    if (failure == null) {
      return Verdict.pass();
    }
    Throwable cause = Failures.unwrap(failure);
    if (cause instanceof BulkRequestException request) {
      return ofStatus(request);
    }
    HttpFault fault = faultOf(cause);
    return fault == null ? Verdict.pass() : RULES.ofFault(fault);
  }

  private static @Nullable HttpFault faultOf(Throwable failure) {
    return failure instanceof AttemptTimeoutException
        ? HttpFault.TIMEOUT
        : TransportFaults.of(failure);
  }

  /** A refusal with a hint is because of load, as {@link HttpRules} describes. */
  private static Verdict ofStatus(BulkRequestException request) {
    Verdict row = RULES.ofStatus(request.status());
    if (row.action() != Verdict.Action.RETRY) {
      return Verdict.abort();
    }
    Duration wait = request.retryAfter().orElse(null);
    if (wait == null) {
      return row;
    }
    FailureKind kind = row.kind() == FailureKind.TRANSIENT ? FailureKind.THROTTLED : row.kind();
    return Verdict.retryNoSoonerThan(wait).withKind(kind).withEffect(row.effect());
  }

  /**
   * Returns whether a failure would end every further request in the same way. One that does not
   * concern the exchange is a bug of the transport, unless it ended the call from outside.
   */
  public static boolean stops(Throwable failure) {
    Throwable cause = Failures.unwrap(failure);
    if (cause instanceof BulkRequestException request) {
      return RULES.ofStatus(request.status()).action() != Verdict.Action.RETRY;
    }
    HttpFault fault = faultOf(cause);
    if (fault == null) {
      return !Failures.isInterruption(cause) && !Failures.isCancellation(cause);
    }
    return UNREACHABLE.contains(fault) || RULES.ofFault(fault).action() != Verdict.Action.RETRY;
  }

  /** Returns the wait that a response requests; null if it requests none. */
  public static @Nullable Duration waitOf(BulkResponse response, Instant receivedAt) {
    return HttpHints.standard().waitOf(new Info(response, receivedAt));
  }

  /** The status and header fields of a response. */
  private record Info(BulkResponse response, Instant receivedAt) implements HttpResponseInfo {

    @Override
    public int status() {
      return response.status();
    }

    @Override
    public List<String> header(String name) {
      List<String> values = new ArrayList<>();
      response
          .headers()
          .forEach(
              (field, lines) -> {
                if (field.equalsIgnoreCase(name)) {
                  values.addAll(lines);
                }
              });
      return values;
    }
  }
}
