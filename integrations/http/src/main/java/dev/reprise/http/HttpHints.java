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
 * Reads the time that a server asks clients to wait. The first of these fields that is present and
 * valid is used:
 *
 * <ol>
 *   <li>{@code retry-after-ms}, {@code x-ms-retry-after-ms}: milliseconds; only {@linkplain
 *       #withMillis() by option}, for they are no standard
 *   <li>{@code Retry-After} (RFC 9110, section 10.2.3): whole seconds, or a date in any of the
 *       three forms of section 5.6.7. A date is compared with the response's own {@code Date}, so
 *       that clocks need not agree, later by {@code Age} if a cache has kept the response for that
 *       long (RFC 9111, section 5.1); with {@link HttpResponseInfo#receivedAt()} where {@code Date}
 *       is missing or malformed. Seconds count from the arrival of the response, whatever its age
 *   <li>{@code RateLimit} (draft-ietf-httpapi-ratelimit-headers-10): a list of limits, such as
 *       {@code "hourly";r=0;t=30}. Those with nothing remaining count, the longest {@code t} holds.
 *       The form of draft 7, {@code limit=100, remaining=0, reset=30}, is understood too
 *   <li>{@code RateLimit-Reset}, whole seconds, where {@code RateLimit-Remaining} is 0 (drafts 3 to
 *       6)
 * </ol>
 *
 * <p>{@code RateLimit} fields mean nothing on a response from a cache, one with an {@code Age}
 * above 0 (section 7.3 of the draft). {@code X-RateLimit-Reset} is not read: to some servers it is
 * a moment, to others a time, in seconds or milliseconds. A policy's own {@code hintFromResult} can
 * say so for a server that is known; the longest hint holds.
 *
 * <table>
 *   <caption>What is not as it should be</caption>
 *   <tr><td>malformed, negative, with a sign, empty</td><td>no hint; the next field is read</td></tr>
 *   <tr><td>a date in the past</td><td>a hint of zero: the backoff alone holds</td></tr>
 *   <tr><td>too large for a number</td><td>the longest {@link Duration}: the call ends, as with
 *       every hint above {@link dev.reprise.policy.RetryPolicyBuilder#maxHint}</td></tr>
 *   <tr><td>several lines of one field</td><td>the longest valid one; lines of {@code RateLimit}
 *       are one list, malformed as a whole</td></tr>
 * </table>
 *
 * <p>Immutable, safe for use by any thread. no response makes it throw.
 */
public final class HttpHints {

  private static final HttpHints STANDARD = new HttpHints(List.of());
  private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);
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
   * Reads {@code Retry-After}, else {@code RateLimit}.
   *
   * @return the standard reader
   */
  public static HttpHints standard() {
    return STANDARD;
  }

  /**
   * Reads {@code retry-after-ms} and {@code x-ms-retry-after-ms} before all others, as OpenAI and
   * Azure send them. A fraction of a millisecond is rounded up.
   *
   * @return a reader that knows them
   */
  public HttpHints withMillis() {
    return new HttpHints(List.of("retry-after-ms", "x-ms-retry-after-ms"));
  }

  /**
   * The wait that a response asks for. If the response is retried, the wait is at least that long;
   * if it is accepted, later calls to the origin wait, if the policy {@linkplain
   * dev.reprise.policy.RetryPolicyBuilder#hintsOnSuccess says so}.
   *
   * @param reply whatever its status
   * @return at least zero; null for nothing
   */
  public @Nullable Duration waitOf(HttpResponseInfo reply) {
    Duration wait = null;
    for (String field : millisFields) {
      wait = longer(wait, longest(reply, field, HttpHints::millis));
    }
    return wait != null ? wait : seconds(reply);
  }

  private static @Nullable Duration seconds(HttpResponseInfo reply) {
    Duration wait = longest(reply, "Retry-After", value -> retryAfter(value, reply));
    return wait != null ? wait : RateLimitFields.waitOf(reply);
  }

  private static @Nullable Duration retryAfter(String value, HttpResponseInfo reply) {
    if (SECONDS.matcher(value).matches()) {
      return secondsOf(value);
    }
    Instant until = HttpDate.parse(value, reply.receivedAt());
    if (until == null) {
      return null;
    }
    Duration wait = Duration.between(servedAt(reply), until);
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  /** Now, by the server's clock: when it made the response, and as long later as caches kept it. */
  private static Instant servedAt(HttpResponseInfo reply) {
    for (String value : reply.header("Date")) {
      Instant date = HttpDate.parse(value.strip(), reply.receivedAt());
      if (date != null) {
        return later(date, age(reply));
      }
    }
    return reply.receivedAt();
  }

  private static Instant later(Instant date, Duration age) {
    long most = Instant.MAX.getEpochSecond() - date.getEpochSecond() - 1;
    return date.plusSeconds(Math.min(most, age.toSeconds()));
  }

  /** How long caches have kept a response; zero where none did, or where that is malformed. */
  static Duration age(HttpResponseInfo reply) {
    Duration age =
        longest(reply, "Age", value -> SECONDS.matcher(value).matches() ? secondsOf(value) : null);
    return age == null ? Duration.ZERO : age;
  }

  private static Duration secondsOf(String digits) {
    return isSafe(digits) ? Duration.ofSeconds(Long.parseLong(digits)) : FOREVER;
  }

  /** Whether a number fits: leading zeros do not count. */
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
    int up = fraction == null || ZEROS.matcher(fraction).matches() ? 0 : 1;
    return isSafe(whole) ? Duration.ofMillis(Long.parseLong(whole) + up) : FOREVER;
  }

  /** The longest wait that a line of a field asks for; null if none is valid. */
  static @Nullable Duration longest(
      HttpResponseInfo reply, String field, Function<String, @Nullable Duration> reader) {
    Duration longest = null;
    for (String value : reply.header(field)) {
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
