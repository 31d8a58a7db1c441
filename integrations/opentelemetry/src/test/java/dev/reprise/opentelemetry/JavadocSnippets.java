package dev.reprise.opentelemetry;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import io.opentelemetry.api.OpenTelemetry;

/** The code of the snippets in the Javadoc of this module. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  static Retry telemetry(OpenTelemetry openTelemetry, RetryPolicy policy) {
    RetryTelemetry telemetry = RetryTelemetry.of(openTelemetry);
    Retry orders = telemetry.observe(Retry.of(policy).named("orders"));
    return orders;
  }
}
