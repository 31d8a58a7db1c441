package dev.reprise.examples;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.report.FailureText;
import dev.reprise.report.RetryReport;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** Budgets, logs, reports and listeners, as in the guide. */
public final class Watching {

  private Watching() {}

  static Retry logged(Retry retry) {
    return retry.named("orders").withListener(RetryListener.logging());
  }

  static Retry redacted(Retry retry) {
    return retry
        .describingFailures(FailureText::describeWithoutMessage)
        .withListener(RetryListener.logging(FailureText::describeWithoutMessage));
  }

  static Retry counted(Retry retry, LongAdder givenUp) {
    return retry.withListener(
        event -> {
          if (event instanceof RetryEvent.CallFinished finished && finished.report() != null) {
            givenUp.increment();
          }
        });
  }

  static int attemptsBehind(Exception failure) {
    return RetryReport.of(failure).map(RetryReport::attempts).orElse(1);
  }

  static Retry withAnotherBudget(Retry retry) {
    return retry.withBudget(RetryBudget.ratio(20, 10, Duration.ofSeconds(10)));
  }

  static double levelOfBudget(Retry retry) {
    return retry.budgetLevel().orElse(1);
  }

  static String perHost(Retry retry, Pages pages, String host) throws IOException {
    return retry.on(host).call(() -> pages.fetch(host + "/index"));
  }
}
