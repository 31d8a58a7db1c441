package dev.reprise.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import java.util.Locale;

/** Keys and values of the attributes of spans. */
final class SpanAttributes {

  static final AttributeKey<String> RETRY = AttributeKey.stringKey("reprise.retry");
  static final AttributeKey<Long> ATTEMPTS = AttributeKey.longKey("reprise.attempts");
  static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("reprise.outcome");
  static final AttributeKey<String> STOP_REASON = AttributeKey.stringKey("reprise.stop_reason");
  static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("reprise.attempt");
  static final AttributeKey<Boolean> HEDGE = AttributeKey.booleanKey("reprise.hedge");
  static final AttributeKey<String> RESULT = AttributeKey.stringKey("reprise.attempt.result");
  static final AttributeKey<String> KIND = AttributeKey.stringKey("reprise.failure.kind");
  static final AttributeKey<Double> WAIT = AttributeKey.doubleKey("reprise.wait.duration");
  static final AttributeKey<String> WAIT_SOURCE = AttributeKey.stringKey("reprise.wait.source");
  static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
  static final AttributeKey<String> EXCEPTION_TYPE = AttributeKey.stringKey("exception.type");
  static final AttributeKey<String> EXCEPTION_MESSAGE = AttributeKey.stringKey("exception.message");

  static final String EXCEPTION_EVENT = "exception";
  static final String WAIT_EVENT = "reprise.wait";
  static final String GIVE_UP_EVENT = "reprise.giveup";
  static final String HEDGE_REFUSED_EVENT = "reprise.hedge.refused";

  static final String FIRST_ATTEMPT = "first_attempt";
  static final String RETRIED = "retried";
  static final String ACCEPTED = "accepted";
  static final String FAILED = "failed";
  static final String CANCELLED = "cancelled";
  static final String REJECTED_RESULT = "result_rejected";

  private SpanAttributes() {}

  /** A constant as the value of an attribute. */
  static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
