package dev.reprise.aws;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Reads the time before which a service does not want the next attempt from its response. */
final class RetryAfterHeaders {

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
  private static final String RETRY_AFTER = "Retry-After";
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.ROOT);

  private RetryAfterHeaders() {}

  /** The time from the response on; null if the response asks for none. */
  static @Nullable Duration delayOf(SdkServiceException failure) {
    SdkHttpResponse response =
        failure instanceof AwsServiceException aws && aws.awsErrorDetails() != null
            ? aws.awsErrorDetails().sdkHttpResponse()
            : null;
    if (response == null) {
      return null;
    }
    Optional<String> millis = header(response, "x-amz-retry-after");
    if (millis.filter(text -> NUMBER.matcher(text).matches()).isPresent()) {
      return Duration.ofMillis(Long.parseLong(millis.get()));
    }
    return header(response, RETRY_AFTER).map(text -> retryAfter(text, response)).orElse(null);
  }

  /** The response without a negative number of seconds, which is malformed. */
  static SdkHttpResponse withoutNegative(SdkHttpResponse response) {
    return header(response, RETRY_AFTER).filter(text -> text.startsWith("-")).isPresent()
        ? response.toBuilder().removeHeader(RETRY_AFTER).build()
        : response;
  }

  private static Optional<String> header(SdkHttpResponse response, String name) {
    return response.firstMatchingHeader(name).map(String::trim);
  }

  /** RFC 9110, section 10.2.3: seconds or a date. */
  private static @Nullable Duration retryAfter(String text, SdkHttpResponse response) {
    if (NUMBER.matcher(text).matches()) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    Instant until = date(text);
    Instant sent = header(response, "Date").map(RetryAfterHeaders::date).orElse(null);
    if (until == null || sent == null) {
      return null;
    }
    Duration wait = Duration.between(sent, until);
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  private static @Nullable Instant date(String text) {
    try {
      return HTTP_DATE.parse(text, Instant::from);
    } catch (DateTimeException malformed) {
      return null;
    }
  }
}
