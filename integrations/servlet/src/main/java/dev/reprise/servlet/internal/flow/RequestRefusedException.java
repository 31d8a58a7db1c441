package dev.reprise.servlet.internal.flow;

import dev.reprise.servlet.internal.response.ProblemType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Refuses a request, with a problem as the response. */
final class RequestRefusedException extends Exception {

  private static final long serialVersionUID = 1;

  private final ProblemType problem;
  private final String detail;
  private final @Nullable Duration retryAfter;

  RequestRefusedException(
      ProblemType problem,
      String detail,
      @Nullable Duration retryAfter,
      @Nullable Throwable cause) {
    super(detail, cause, false, false);
    this.problem = problem;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }

  RequestRefusedException(ProblemType problem, String detail) {
    this(problem, detail, null, null);
  }

  ProblemType problem() {
    return problem;
  }

  String detail() {
    return detail;
  }

  @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
