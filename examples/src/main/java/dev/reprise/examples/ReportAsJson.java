package dev.reprise.examples;

import dev.reprise.Retry;
import dev.reprise.event.RetryEvent;
import dev.reprise.report.RetryReport;
import java.util.function.Consumer;

/** Reports for other programs, as in the guide. */
public final class ReportAsJson {

  private ReportAsJson() {}

  static Retry writingReports(Retry retry, Consumer<String> line) {
    return retry.withListener(
        event -> {
          if (event instanceof RetryEvent.CallFinished finished && finished.report() != null) {
            line.accept(finished.report().toJson());
          }
        });
  }

  static String redacted(Exception failure) {
    return RetryReport.of(failure).map(report -> report.withoutMessages().toJson()).orElse("{}");
  }
}
