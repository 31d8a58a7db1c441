package dev.reprise.servlet;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A request is answered with a problem. */
final class RefusedException extends Exception {

  private static final long serialVersionUID = 1;

  private final Problem problem;
  private final String detail;
  private final @Nullable Duration retryAfter;

  RefusedException(
      Problem problem, String detail, @Nullable Duration retryAfter, @Nullable Throwable cause) {
    super(detail, cause, false, false);
    this.problem = problem;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }

  RefusedException(Problem problem, String detail) {
    this(problem, detail, null, null);
  }

  Problem problem() {
    return problem;
  }

  String detail() {
    return detail;
  }

  @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
