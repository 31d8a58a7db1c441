package dev.reprise.verification.concurrency;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.GradingResult;
import org.openjdk.jcstress.infra.grading.TestGrading;

/** The observations of one jcstress test in all its processes. */
record Observation(
    String test, Status status, List<GradingResult> outcomes, List<String> messages) {

  static Observation of(TestResult result) {
    return new Observation(
        Claims.shortName(result.getName()),
        result.status(),
        List.copyOf(TestGrading.grade(result).gradingResults.values()),
        List.copyOf(result.getMessages()));
  }

  /** Returns whether the test ran without a forbidden outcome. */
  boolean holds() {
    return status == Status.NORMAL
        && outcomes.stream().allMatch(outcome -> TestGrading.passed(outcome.expect, outcome.count))
        && outcomes.stream().anyMatch(outcome -> outcome.count > 0);
  }

  /** Returns whether a forbidden outcome was observed. */
  boolean isForbidden() {
    return outcomes.stream()
        .anyMatch(outcome -> outcome.expect == Expect.FORBIDDEN && outcome.count > 0);
  }

  /** A row of a table: the claim, its test, and the outcomes. */
  String row() {
    return "| " + Claims.info(test).description() + " | `" + test + "` | " + counts() + " |";
  }

  /** The outcomes and their counts. */
  private String counts() {
    return outcomes.stream()
        .filter(outcome -> outcome.count > 0)
        .map(Observation::count)
        .collect(Collectors.joining("<br>"));
  }

  private static String count(GradingResult outcome) {
    String mark =
        switch (outcome.expect) {
          case ACCEPTABLE -> "";
          case ACCEPTABLE_INTERESTING -> " (interesting)";
          default -> " (FORBIDDEN)";
        };
    return String.format(Locale.ROOT, "`%s` %,d%s", outcome.id, outcome.count, mark);
  }

  @Override
  public String toString() {
    return test + " " + status + ": " + counts().replace("<br>", ", ") + messages;
  }
}
