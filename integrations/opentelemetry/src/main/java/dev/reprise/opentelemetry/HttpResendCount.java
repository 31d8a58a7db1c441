package dev.reprise.opentelemetry;

import io.opentelemetry.context.Context;
import io.opentelemetry.instrumentation.api.semconv.http.HttpClientRequestResendCount;

/** The optional count of HTTP requests below one context. */
final class HttpResendCount {

  private static final String LIBRARY =
      "io.opentelemetry.instrumentation.api.semconv.http.HttpClientRequestResendCount";

  private HttpResendCount() {}

  /** Throws if the library is missing. */
  static void check() {
    try {
      Class.forName(LIBRARY, false, HttpResendCount.class.getClassLoader());
    } catch (ClassNotFoundException missing) {
      throw new IllegalStateException(
          "withHttpResendCount needs io.opentelemetry.instrumentation:"
              + "opentelemetry-instrumentation-api, which is not on the class path",
          missing);
    }
  }

  /** A context below which library instrumentations count HTTP requests as resends of the first. */
  static Context initialize(Context parent) {
    return HttpClientRequestResendCount.initialize(parent);
  }
}
