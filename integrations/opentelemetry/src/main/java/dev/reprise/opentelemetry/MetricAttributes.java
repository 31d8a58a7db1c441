package dev.reprise.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;

/** Keys of the attributes of metrics: the names of the tags of {@code reprise-micrometer}. */
final class MetricAttributes {

  static final AttributeKey<String> RETRY = AttributeKey.stringKey("retry");
  static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("outcome");
  static final AttributeKey<String> KIND = AttributeKey.stringKey("kind");
  static final AttributeKey<String> EXCEPTION = AttributeKey.stringKey("exception");
  static final AttributeKey<String> REASON = AttributeKey.stringKey("reason");
  static final AttributeKey<String> SOURCE = AttributeKey.stringKey("source");
  static final AttributeKey<String> RESULT = AttributeKey.stringKey("result");
  static final AttributeKey<String> OF = AttributeKey.stringKey("of");

  private MetricAttributes() {}
}
