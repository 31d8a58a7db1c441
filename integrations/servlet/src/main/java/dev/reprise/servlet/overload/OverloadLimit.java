package dev.reprise.servlet.overload;

import dev.reprise.servlet.internal.response.ProblemType;
import dev.reprise.servlet.internal.response.ResponseContent;
import dev.reprise.servlet.overload.Admission.Admitted;
import dev.reprise.servlet.overload.Admission.Deferred;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Settings for the refusal of requests above the capacity: a problem of RFC 9457, and {@code
 * Retry-After} with the slot that {@link ReservedSlots} reserves. {@link OverloadFilter} and {@link
 * OverloadHandlerFilter} apply them.
 *
 * <pre>{@code
 * OverloadLimit limit = OverloadLimit.of(ReservedSlots.perSecond(100)).withMillis();
 * }</pre>
 *
 * <p>Immutable except for the slots, and safe for use by any thread. No method accepts null.
 */
public final class OverloadLimit {

  private static final String DETAIL = "The server has reached its limit of requests per second";

  private final ReservedSlots slots;
  private final ProblemType problem;
  private final boolean millis;

  private OverloadLimit(ReservedSlots slots, ProblemType problem, boolean millis) {
    this.slots = slots;
    this.problem = problem;
    this.millis = millis;
  }

  /**
   * A limit that refuses with status 429, and with whole seconds only.
   *
   * @param slots admits requests, and reserves slots for those that are refused
   * @return the limit
   */
  public static OverloadLimit of(ReservedSlots slots) {
    return new OverloadLimit(
        Objects.requireNonNull(slots, "slots"), ProblemType.TOO_MANY_REQUESTS, false);
  }

  /**
   * Sets the status of refusals.
   *
   * @param status 429 with the code {@code too-many-requests} (the default), or 503 with the code
   *     {@code overloaded}. Status 429 guarantees that the request was not processed, so a client
   *     may send any request again. Status 503 may also come from a proxy that has passed the
   *     request on, so a careful client does not send a payment again
   * @return a copy with this status
   * @throws IllegalArgumentException if {@code status} is neither 429 nor 503
   */
  public OverloadLimit withStatus(int status) {
    if (status != ProblemType.TOO_MANY_REQUESTS.status()
        && status != ProblemType.OVERLOADED.status()) {
      throw new IllegalArgumentException("status must be 429 or 503, but was " + status);
    }
    boolean is429 = status == ProblemType.TOO_MANY_REQUESTS.status();
    return new OverloadLimit(
        slots, is429 ? ProblemType.TOO_MANY_REQUESTS : ProblemType.OVERLOADED, millis);
  }

  /**
   * Sends the delay in milliseconds as well, in the field {@code retry-after-ms}. Clients that read
   * it come at different times within their second; other clients still come in the same second.
   * Off by default.
   *
   * @return a copy that sends both fields
   */
  public OverloadLimit withMillis() {
    return new OverloadLimit(slots, problem, true);
  }

  /** The response to a request that arrives now; null if the request is admitted. */
  @Nullable ResponseContent refusal() {
    Admission admission = slots.admit();
    if (admission instanceof Admitted) {
      return null;
    }
    if (!(admission instanceof Deferred deferred)) {
      return problem.response(DETAIL + " for now and for the near future.", null, null);
    }
    ResponseContent response =
        problem.response(DETAIL + ".", Duration.ofSeconds(deferred.retryAfterSeconds()), null);
    return millis
        ? response.withHeader("retry-after-ms", Long.toString(wholeMillis(deferred.delay())))
        : response;
  }

  /** Rounded up, so that no client comes too early. */
  private static long wholeMillis(Duration wait) {
    return wait.plusNanos(999_999).toMillis();
  }
}
