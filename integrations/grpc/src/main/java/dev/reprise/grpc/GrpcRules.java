package dev.reprise.grpc;

import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import io.grpc.Status;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Verdicts for the status codes of failed attempts, as a table whose rows can be replaced.
 *
 * <table>
 *   <caption>Standard rows; a code without a row is never retried</caption>
 *   <tr><th>code</th><th>verdict</th><th>condition</th></tr>
 *   <tr><td>UNAVAILABLE</td><td>retry</td><td>none</td></tr>
 *   <tr><td>RESOURCE_EXHAUSTED</td><td>retry, throttled</td>
 *       <td>the server sent a pushback or a RetryInfo</td></tr>
 *   <tr><td>ABORTED</td><td>retry</td><td>the call is declared idempotent</td></tr>
 * </table>
 *
 * <p>The effect of a failed attempt is unknown, with these exceptions. It is none if no header of
 * the request was sent, if the transport proves that the server has not processed the stream
 * (REFUSED_STREAM, or a GOAWAY that came before the stream was sent), and for RESOURCE_EXHAUSTED if
 * the server sent no response header. If the server has sent a response header, the attempt is
 * retried only if the call is declared idempotent. A call whose channel was shut down ends, since
 * no further attempt can succeed.
 *
 * <p>An attempt that exceeds its own timeout is retried while the deadline of the call leaves time.
 * The policy sees it as a {@link io.grpc.StatusRuntimeException} with the code DEADLINE_EXCEEDED,
 * whose cause is an {@link dev.reprise.classify.AttemptTimeoutException}; conditions on either of
 * them apply. Its effect is none if it still waited for a connection. DEADLINE_EXCEEDED from the
 * server has no row.
 *
 * <p>Immutable, equal by value, and safe for use by any thread. No method accepts or returns null.
 */
public final class GrpcRules {

  private static final GrpcRules STANDARD = new GrpcRules(standardRows());

  private final Map<Status.Code, Row> rows;

  private GrpcRules(Map<Status.Code, Row> rows) {
    this.rows = rows;
  }

  /**
   * The rules of the table above.
   *
   * @return the standard rules
   */
  public static GrpcRules standard() {
    return STANDARD;
  }

  private static Map<Status.Code, Row> standardRows() {
    Map<Status.Code, Row> rows = new EnumMap<>(Status.Code.class);
    rows.put(Status.Code.UNAVAILABLE, new Row(Verdict.retry(), Condition.NONE));
    rows.put(
        Status.Code.RESOURCE_EXHAUSTED,
        new Row(
            Verdict.retry().withKind(FailureKind.THROTTLED).withEffect(Effect.NONE),
            Condition.HINT));
    rows.put(Status.Code.ABORTED, new Row(Verdict.retry(), Condition.IDEMPOTENT));
    return rows;
  }

  /**
   * Replaces the row of a code, without a condition.
   *
   * @param code the code, not {@code OK}
   * @param verdict the verdict for it; {@link Verdict#pass()} lets the conditions of the policy
   *     decide
   * @return a copy with this row
   * @throws IllegalArgumentException if {@code code} is {@code OK}
   */
  public GrpcRules onCode(Status.Code code, Verdict verdict) {
    return with(code, verdict, Condition.NONE);
  }

  /**
   * Replaces the row of a code. The row applies only if the server sent a wait hint; otherwise the
   * call ends.
   *
   * @param code the code, not {@code OK}
   * @param verdict the verdict for it
   * @return a copy with this row
   * @throws IllegalArgumentException if {@code code} is {@code OK}
   */
  public GrpcRules onCodeWithHint(Status.Code code, Verdict verdict) {
    return with(code, verdict, Condition.HINT);
  }

  /**
   * Replaces the row of a code. The row applies only if the call is declared idempotent, by its
   * policy, its method or its key; otherwise the call ends.
   *
   * @param code the code, not {@code OK}
   * @param verdict the verdict for it
   * @return a copy with this row
   * @throws IllegalArgumentException if {@code code} is {@code OK}
   */
  public GrpcRules onCodeIfIdempotent(Status.Code code, Verdict verdict) {
    return with(code, verdict, Condition.IDEMPOTENT);
  }

  private GrpcRules with(Status.Code code, Verdict verdict, Condition condition) {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(verdict, "verdict");
    if (code == Status.Code.OK) {
      throw new IllegalArgumentException("code must be the code of a failure, but was OK");
    }
    Map<Status.Code, Row> changed = new EnumMap<>(rows);
    changed.put(code, new Row(verdict, condition));
    return new GrpcRules(changed);
  }

  /**
   * The verdict for a status of an attempt.
   *
   * @param code the code
   * @param hinted whether the server sent a wait hint
   * @param idempotent whether the call is declared idempotent
   */
  Verdict verdictOf(Status.Code code, boolean hinted, boolean idempotent) {
    Row row = rows.get(code);
    if (row == null) {
      return Verdict.abort();
    }
    boolean applies =
        switch (row.condition()) {
          case NONE -> true;
          case HINT -> hinted;
          case IDEMPOTENT -> idempotent;
        };
    return applies ? row.verdict() : Verdict.abort();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof GrpcRules that && rows.equals(that.rows);
  }

  @Override
  public int hashCode() {
    return rows.hashCode();
  }

  /**
   * The rows.
   *
   * @return one line for each row
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    rows.forEach(
        (code, row) ->
            text.append(code)
                .append(": ")
                .append(row.verdict())
                .append(row.condition().text)
                .append('\n'));
    return text.toString();
  }

  private enum Condition {
    NONE(""),
    HINT(" with a hint"),
    IDEMPOTENT(" if idempotent");

    private final String text;

    Condition(String text) {
      this.text = text;
    }
  }

  private record Row(Verdict verdict, Condition condition) {}
}
