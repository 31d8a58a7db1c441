package dev.reprise.servlet;

import dev.reprise.servlet.Admission.Admitted;
import dev.reprise.servlet.Admission.Deferred;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a server refuses what is above its capacity: a problem of RFC 9457, and {@code Retry-After}
 * with the slot that {@link ReservedSlots} gives. {@link OverloadFilter} and {@link
 * OverloadHandlerFilter} do it.
 *
 * <p>Immutable but for the slots, and safe for use by any thread. No method takes null.
 */
public final class OverloadLimit {

  private static final String DETAIL = "There are more requests than can be served now";

  private final ReservedSlots slots;
  private final ProblemType problem;
  private final boolean millis;

  private OverloadLimit(ReservedSlots slots, ProblemType problem, boolean millis) {
    this.slots = slots;
    this.problem = problem;
    this.millis = millis;
  }

  /**
   * A limit that responses 429, with whole seconds alone.
   *
   * @param slots who is admitted, and who comes back when
   * @return the limit
   */
  public static OverloadLimit of(ReservedSlots slots) {
    return new OverloadLimit(
        Objects.requireNonNull(slots, "slots"), ProblemType.TOO_MANY_REQUESTS, false);
  }

  /**
   * Sets the status.
   *
   * @param status 429 with the code {@code too-many-requests}, which informs a client that nothing
   *     was done, so that it may send anything again (the default); or 503 with the code {@code
   *     overloaded}, which may also come from a proxy that has passed the request on, so that a
   *     careful client does not send a payment again
   * @return a copy that responses so
   * @throws IllegalArgumentException if {@code status} is neither
   */
  public OverloadLimit answering(int status) {
    if (status != ProblemType.TOO_MANY_REQUESTS.status()
        && status != ProblemType.OVERLOADED.status()) {
      throw new IllegalArgumentException("status must be 429 or 503, but was " + status);
    }
    boolean is429 = status == ProblemType.TOO_MANY_REQUESTS.status();
    return new OverloadLimit(
        slots, is429 ? ProblemType.TOO_MANY_REQUESTS : ProblemType.OVERLOADED, millis);
  }

  /**
   * Sends the slot in milliseconds as well, as {@code retry-after-ms}: clients that read it come
   * one by one within their second, and the others still come in the same second.
   *
   * @return a copy that sends both
   */
  public OverloadLimit tellingMillis() {
    return new OverloadLimit(slots, problem, true);
  }

  /** What is answered to a request that comes now; null if it is admitted. */
  @Nullable RecordedResponse refusal() {
    Admission admission = slots.admit();
    if (admission instanceof Admitted) {
      return null;
    }
    if (!(admission instanceof Deferred deferred)) {
      return problem.answer(DETAIL + ", or soon.", null, null);
    }
    RecordedResponse answer =
        problem.answer(DETAIL + ".", Duration.ofSeconds(deferred.seconds()), null);
    return millis
        ? answer.withHeader("retry-after-ms", Long.toString(wholeMillis(deferred.exactly())))
        : answer;
  }

  /** Rounded up, so that nobody comes too early. */
  private static long wholeMillis(Duration wait) {
    return wait.plusNanos(999_999).toMillis();
  }
}
