package dev.reprise.http;

import dev.reprise.http.internal.HttpDate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the time that a server asks clients to wait:
 *
 * <pre>{@code
 * HttpRetry settings = HttpRetry.of(retry).withHints(HttpHints.standard().withMillis());
 * }</pre>
 *
 * <p>The first of these fields that is present and valid is used:
 *
 * <ol>
 *   <li>{@code retry-after-ms}, {@code x-ms-retry-after-ms}: milliseconds; only {@linkplain
 *       #withMillis() if enabled}, since they are not standard
 *   <li>{@code Retry-After} (RFC 9110, section 10.2.3): whole seconds, or a date in any of the
 *       three forms of section 5.6.7. A date is compared with the {@code Date} of the response, so
 *       that clocks need not agree, plus its {@code Age} if a cache has kept the response (RFC
 *       9111, section 5.1). If {@code Date} is missing or malformed, it is compared with {@link
 *       HttpResponseInfo#receivedAt()}. Seconds count from the arrival of the response, whatever
 *       its age
 *   <li>{@code RateLimit} (draft-ietf-httpapi-ratelimit-headers-10): a list of limits, such as
 *       {@code "hourly";r=0;t=30}. The result is the longest {@code t} of the limits that are used
 *       up. The form of draft 7, {@code limit=100, remaining=0, reset=30}, is read as well
 *   <li>{@code RateLimit-Reset}: whole seconds, if {@code RateLimit-Remaining} is 0 (drafts 3 to 6)
 * </ol>
 *
 * <p>{@code RateLimit} fields are ignored in a response from a cache, which has an {@code Age}
 * above 0 (section 7.3 of the draft). {@code X-RateLimit-Reset} is not read: depending on the
 * server it is a time of day or a duration, in seconds or milliseconds. The policy's {@code
 * hintFromResult} can read it for a known server; the longest hint counts.
 *
 * <table>
 *   <caption>Invalid and extreme values</caption>
 *   <tr><td>malformed, negative, with a sign, empty</td><td>no hint from this field; the next one is read</td></tr>
 *   <tr><td>a date in the past</td><td>a hint of zero: only the backoff counts</td></tr>
 *   <tr><td>too large</td><td>the longest {@link Duration}: the call ends, as with
 *       every hint above {@link dev.reprise.policy.RetryPolicyBuilder#maxHint}</td></tr>
 *   <tr><td>several lines of one field</td><td>the longest valid one; the lines of {@code
 *       RateLimit} are one list, which is malformed if one of them is</td></tr>
 * </table>
 *
 * <p>Immutable, and safe for use by any thread. No response makes it throw. No method accepts null.
 */
public final class HttpHints {

  private static final HttpHints STANDARD = new HttpHints(List.of());
  private static final Duration MAX_WAIT = Duration.ofSeconds(Long.MAX_VALUE);
  private static final Pattern SECONDS = Pattern.compile("\\d+");
  private static final Pattern ZEROS = Pattern.compile("0*");
  private static final Pattern LEADING_ZEROS = Pattern.compile("^0+");
  private static final Pattern MILLIS = Pattern.compile("(\\d+)(?:\\.(\\d+))?");
  private static final int SAFE_DIGITS = 18;

  private final List<String> millisFields;

  private HttpHints(List<String> millisFields) {
    this.millisFields = millisFields;
  }

  /**
   * Reads {@code Retry-After}, and otherwise the {@code RateLimit} fields.
   *
   * @return the standard reader
   */
  public static HttpHints standard() {
    return STANDARD;
  }

  /**
   * Reads {@code retry-after-ms} and {@code x-ms-retry-after-ms} before all other fields. OpenAI
   * and Azure send them. A fraction of a millisecond is rounded up. Not read by default.
   *
   * @return a reader of these fields and the standard ones
   */
  public HttpHints withMillis() {
    return new HttpHints(List.of("retry-after-ms", "x-ms-retry-after-ms"));
  }

  /**
   * The wait that a response asks for. If the response is retried, the next attempt waits at least
   * this long. If it is accepted, later calls to the origin wait, provided that the policy sets
   * {@link dev.reprise.policy.RetryPolicyBuilder#hintsOnSuccess}.
   *
   * @param response a response with any status
   * @return a duration of at least zero; null if the response asks for none
   */
  public @Nullable Duration waitOf(HttpResponseInfo response) {
    Duration wait = null;
    for (String field : millisFields) {
      wait = longer(wait, longest(response, field, HttpHints::millis));
    }
    return wait != null ? wait : seconds(response);
  }

  private static @Nullable Duration seconds(HttpResponseInfo response) {
    Duration wait = longest(response, "Retry-After", value -> retryAfter(value, response));
    return wait != null ? wait : RateLimitFields.waitOf(response);
  }

  private static @Nullable Duration retryAfter(String value, HttpResponseInfo response) {
    if (SECONDS.matcher(value).matches()) {
      return secondsOf(value);
    }
    Instant until = HttpDate.parse(value, response.receivedAt());
    if (until == null) {
      return null;
    }
    Duration wait = Duration.between(servedAt(response), until);
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  /** The present time by the server's clock: the date of the response plus its age in caches. */
  private static Instant servedAt(HttpResponseInfo response) {
    for (String value : response.header("Date")) {
      Instant date = HttpDate.parse(value.strip(), response.receivedAt());
      if (date != null) {
        return later(date, age(response));
      }
    }
    return response.receivedAt();
  }

  private static Instant later(Instant date, Duration age) {
    long maxSeconds = Instant.MAX.getEpochSecond() - date.getEpochSecond() - 1;
    return date.plusSeconds(Math.min(maxSeconds, age.toSeconds()));
  }

  /** The time for which caches have kept a response; zero if the field is absent or malformed. */
  static Duration age(HttpResponseInfo response) {
    Duration age =
        longest(
            response, "Age", value -> SECONDS.matcher(value).matches() ? secondsOf(value) : null);
    return age == null ? Duration.ZERO : age;
  }

  private static Duration secondsOf(String digits) {
    return isSafe(digits) ? Duration.ofSeconds(Long.parseLong(digits)) : MAX_WAIT;
  }

  /** Returns true if a number is small enough for a long; leading zeros do not count. */
  private static boolean isSafe(String digits) {
    return LEADING_ZEROS.matcher(digits).replaceFirst("").length() <= SAFE_DIGITS;
  }

  private static @Nullable Duration millis(String value) {
    Matcher number = MILLIS.matcher(value);
    if (!number.matches()) {
      return null;
    }
    String whole = number.group(1);
    String fraction = number.group(2);
    int roundUp = fraction == null || ZEROS.matcher(fraction).matches() ? 0 : 1;
    return isSafe(whole) ? Duration.ofMillis(Long.parseLong(whole) + roundUp) : MAX_WAIT;
  }

  /** The longest wait in the lines of a field; null if no line is valid. */
  static @Nullable Duration longest(
      HttpResponseInfo response, String field, Function<String, @Nullable Duration> reader) {
    Duration longest = null;
    for (String value : response.header(field)) {
      longest = longer(longest, reader.apply(value.strip()));
    }
    return longest;
  }

  static @Nullable Duration longer(@Nullable Duration one, @Nullable Duration other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) >= 0 ? one : other;
  }

  /**
   * The fields that are read, in their order.
   *
   * @return one line
   */
  @Override
  public String toString() {
    String millis = millisFields.isEmpty() ? "" : String.join(", ", millisFields) + ", ";
    return "hints from " + millis + "Retry-After, RateLimit, RateLimit-Reset";
  }
}
