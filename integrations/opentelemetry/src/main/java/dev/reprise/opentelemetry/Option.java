package dev.reprise.opentelemetry;

/** A part of the telemetry that can be switched. */
enum Option {
  SPANS,
  SPANS_OF_ALL_CALLS,
  MESSAGES,
  HTTP_RESEND_COUNT,
  METRICS,
  METRICS_FROM_FIRST_CALL,
  EXCEPTION_CLASSES,
  FIRST_ATTEMPT_TIMES
}
