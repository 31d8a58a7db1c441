package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.http.Script.Answer;
import dev.reprise.http.internal.HttpDate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpHintsTest {

  private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final HttpHints hints = HttpHints.standard();
  private final HttpHints withMillis = HttpHints.standard().withMillis();

  private static Answer answer() {
    return Script.answer(503);
  }

  private @Nullable Duration retryAfter(String value) {
    return hints.waitOf(answer().with("Retry-After", value));
  }

  @Test
  void a_response_without_fields_requests_no_delay() {
    assertThat(hints.waitOf(answer())).isNull();
    assertThat(withMillis.waitOf(answer())).isNull();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "120, 120", "' 7 ', 7", "00000000000000000000000000042, 42"})
  void Retry_After_is_a_number_of_seconds(String value, long seconds) {
    assertThat(retryAfter(value)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-1",
        "+1",
        "1.5",
        "1s",
        "1 2",
        "1, 2",
        "soon",
        "0x10",
        "1e3",
        "\u0661",
        "\"1\"",
        "Sat, 21 Nov 2026 12:00:30",
        "Sat, 21 Nov 2026 12:00:30 UTC",
        "Sat, 31 Feb 2026 12:00:30 GMT",
        "Sat, 21 Nov 2026 24:00:00 GMT",
        "sat, 21 nov 2026 12:00:30 gmt",
        "21 Nov 2026 12:00:30 GMT",
        "Sat, 1 Nov 2026 12:00:30 GMT",
        "Sat, 21 Nov 26 12:00:30 GMT",
        "2026-11-21T12:00:30Z",
        "Caturday, 21-Nov-26 12:00:30 GMT",
        "Sat, 21 Nov 2026 12:00:61 GMT"
      })
  void a_malformed_or_negative_Retry_After_requests_no_delay(String value) {
    assertThat(retryAfter(value)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775808", "99999999999999999999999999999999999999999999"})
  void a_huge_Retry_After_is_the_longest_time(String value) {
    assertThat(retryAfter(value)).isEqualTo(FOREVER);
  }

  @Test
  void a_Retry_After_of_centuries_is_read_unchanged() {
    assertThat(retryAfter("999999999999999999"))
        .isEqualTo(Duration.ofSeconds(999_999_999_999_999_999L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sat, 21 Nov 2026 12:00:30 GMT",
        "Saturday, 21-Nov-26 12:00:30 GMT",
        "Sat Nov 21 12:00:30 2026"
      })
  void Retry_After_is_a_date_in_any_of_three_forms(String value) {
    assertThat(retryAfter(value)).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void a_day_of_one_digit_has_a_blank_before_it_in_the_oldest_form() {
    Answer answer =
        answer()
            .with("Date", "Tue, 01 Dec 2026 00:00:00 GMT")
            .with("Retry-After", "Tue Dec  1 00:00:09 2026");

    assertThat(hints.waitOf(answer)).isEqualTo(Duration.ofSeconds(9));
  }

  @Test
  void accepts_a_leap_second() {
    Answer answer =
        answer()
            .with("Date", "Sat, 31 Dec 2016 23:59:50 GMT")
            .with("Retry-After", "Sat, 31 Dec 2016 23:59:60 GMT");

    assertThat(hints.waitOf(answer)).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void the_name_of_the_day_is_not_checked_against_the_date() {
    assertThat(retryAfter("Mon, 21 Nov 2026 12:00:30 GMT")).isEqualTo(Duration.ofSeconds(30));
  }

  @ParameterizedTest
  @CsvSource({
    "21-Nov-26 12:00:00, 2026-11-21T12:00:00Z",
    "21-Nov-76 12:00:00, 2076-11-21T12:00:00Z",
    "21-Nov-76 12:00:01, 1976-11-21T12:00:01Z",
    "22-Nov-76 12:00:00, 1976-11-22T12:00:00Z",
    "01-Jan-77 00:00:00, 1977-01-01T00:00:00Z",
    "06-Nov-94 08:49:37, 1994-11-06T08:49:37Z",
    "01-Jan-00 00:00:00, 2000-01-01T00:00:00Z",
  })
  void a_year_of_two_digits_is_at_most_fifty_years_ahead(String date, Instant moment) {
    assertThat(HttpDate.parse("Sunday, " + date + " GMT", Script.NOW)).isEqualTo(moment);
  }

  @Test
  void a_year_of_two_digits_may_be_in_the_next_century() {
    assertThat(
            HttpDate.parse("Sunday, 01-Jan-01 00:00:00 GMT", Instant.parse("2099-12-31T00:00:00Z")))
        .isEqualTo(Instant.parse("2101-01-01T00:00:00Z"));
  }

  @Test
  void a_date_is_compared_with_the_date_of_the_response() {
    Answer answer =
        answer()
            .with("Date", "Fri, 01 Jan 2010 00:00:00 GMT")
            .with("Retry-After", "Fri, 01 Jan 2010 00:00:05 GMT");

    assertThat(hints.waitOf(answer)).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void a_date_is_compared_with_the_arrival_if_the_response_has_no_valid_date() {
    Answer answer =
        answer().with("Date", "yesterday").with("Retry-After", "Sat, 21 Nov 2026 12:00:30 GMT");

    assertThat(hints.waitOf(answer)).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void a_date_in_the_past_is_a_hint_of_zero() {
    assertThat(retryAfter("Sun, 06 Nov 1994 08:49:37 GMT")).isEqualTo(Duration.ZERO);
  }

  @Test
  void a_date_at_the_end_of_the_calendar_requests_a_long_delay() {
    assertThat(retryAfter("Fri, 31 Dec 9999 23:59:59 GMT"))
        .isGreaterThan(Duration.ofDays(2_000_000));
  }

  @Test
  void the_longest_valid_one_of_several_lines_applies() {
    Answer answer =
        answer()
            .with("Retry-After", "3")
            .with("Retry-After", "tomorrow")
            .with("Retry-After", "Sat, 21 Nov 2026 12:00:09 GMT")
            .with("Retry-After", "-100");

    assertThat(hints.waitOf(answer)).isEqualTo(Duration.ofSeconds(9));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"default\";r=0;t=30 | 30",
        "\"default\";r=0;t=0 | 0",
        "\"minute\";r=0;t=20, \"hour\";r=0;t=1800, \"day\";r=7;t=80000 | 1800",
        "  \"a\" ; r=0;t=5  |",
        "\"a\"; r=0; t=5 | 5",
        "\"a\";r=0;t=5;pk=:dHJpYWwxMjEzMjM=: | 5",
        "\"a\";r=0;t=5;acme-x=?1;acme-y=tok/en:*;acme-z=\"q\\\"\\\\\";acme-w=-1.5;acme-v | 5",
        "\"a\";t=9;r=3;r=0 | 9",
        "problem;r=0;t=10 | 10",
        "\"a\";r=0;t=999999999999999 | 999999999999999",
      })
  void RateLimit_requests_the_longest_reset_of_exhausted_quotas(
      String value, @Nullable Long seconds) {
    assertThat(hints.waitOf(answer().with("RateLimit", value)))
        .isEqualTo(seconds == null ? null : Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\"a\";r=1;t=30",
        "\"a\";r=0",
        "\"a\";t=30",
        "\"a\";r=-1;t=30",
        "\"a\";r=0;t=-30",
        "\"a\";r=0;t=1.5",
        "\"a\";r=\"0\";t=30",
        "\"a\";r;t=30",
        "\"a\";r=0;t",
        "\"a\";r=0;t=30,",
        "\"a\";r=0;t=30 \"b\"",
        "\"a;r=0;t=30",
        "\"a\";R=0;t=30",
        "\"a\";r=0;t=1234567890123456",
        "\"a\";r=0;t=30, \"b\"",
        "(\"a\" \"b\");r=0;t=30",
        "\"a\";r=0;t=30;",
        "\"\u00e9\";r=0;t=30",
        "\"a\";r=?0;t=30",
        "\"a\";r=0;t=@30",
        "\"a\";r=0;t=:MzA=:",
        "\"a\",r=0,t=30",
        "r=0;t=30",
        "\"a\"\t;r=0;t=30",
        "\"a\\x\";r=0;t=30",
        "\"a\";r=0;t=30;u=%\"%zz\"",
        "\"a\";r=0;t=30;u=:*:"
      })
  void RateLimit_requests_no_delay_while_quota_remains_or_if_it_is_malformed(String value) {
    assertThat(hints.waitOf(answer().with("RateLimit", value))).isNull();
  }

  @Test
  void lines_of_RateLimit_are_one_list() {
    Answer valid = answer().with("RateLimit", "\"a\";r=0;t=3").with("RateLimit", "\"b\";r=0;t=8");
    Answer malformed = answer().with("RateLimit", "\"a\";r=0;t=3").with("RateLimit", "\"b\";r=x");

    assertThat(hints.waitOf(valid)).isEqualTo(Duration.ofSeconds(8));
    assertThat(hints.waitOf(malformed)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "limit=100, remaining=0, reset=30 | 30",
        "limit=100,remaining=0,\treset=30;x=1 | 30",
        "reset=1, remaining=0, reset=30 | 30",
        "limit=100, remaining=1, reset=30 |",
        "limit=100, reset=30 |",
        "limit=100, remaining=0 |",
        "limit=100, remaining, reset=30 |",
        "limit=100, remaining=0, reset=-30 |",
      })
  void the_dictionary_of_draft_7_is_understood(String value, @Nullable Long seconds) {
    assertThat(hints.waitOf(answer().with("RateLimit", value)))
        .isEqualTo(seconds == null ? null : Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 30 | 30",
        "0;x=1 | 30 | 30",
        "1 | 30 |",
        "none | 30 |",
        "0 | -1 |",
        "0 | soon |"
      })
  void the_three_fields_of_older_drafts_are_understood(
      String remaining, String reset, @Nullable Long seconds) {
    Answer answer = answer().with("RateLimit-Remaining", remaining).with("RateLimit-Reset", reset);

    assertThat(hints.waitOf(answer))
        .isEqualTo(seconds == null ? null : Duration.ofSeconds(seconds));
  }

  @Test
  void a_reset_without_a_remaining_quota_field_requests_no_delay() {
    assertThat(hints.waitOf(answer().with("RateLimit-Reset", "30"))).isNull();
    assertThat(hints.waitOf(answer().with("RateLimit-Remaining", "0"))).isNull();
  }

  @Test
  void fields_without_a_standard_are_not_read() {
    Answer answer = answer().with("X-RateLimit-Remaining", "0").with("X-RateLimit-Reset", "30");

    assertThat(withMillis.waitOf(answer)).isNull();
  }

  @ParameterizedTest
  @CsvSource({"0, 30", "00, 30", "1,", "soon, 30", "-1, 30"})
  void RateLimit_is_ignored_in_a_response_of_a_cache(String age, @Nullable Long seconds) {
    Answer answer = answer().with("Age", age).with("RateLimit", "\"a\";r=0;t=30");

    assertThat(hints.waitOf(answer))
        .isEqualTo(seconds == null ? null : Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @CsvSource({
    ", 30",
    "0, 30",
    "20, 10",
    "020, 10",
    "30, 0",
    "31, 0",
    "-20, 30",
    "soon, 30",
    "99999999999999999999999999, 0"
  })
  void a_date_is_compared_with_that_of_the_response_and_its_age_in_caches(
      @Nullable String age, long seconds) {
    Answer answer =
        answer()
            .with("Date", "Sat, 21 Nov 2026 10:00:00 GMT")
            .with("Retry-After", "Sat, 21 Nov 2026 10:00:30 GMT");
    if (age != null) {
      answer.with("Age", age);
    }

    assertThat(hints.waitOf(answer)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void the_age_in_caches_is_ignored_without_a_date_of_the_response_and_for_seconds() {
    Answer undated =
        answer().with("Age", "20").with("Retry-After", "Sat, 21 Nov 2026 12:00:30 GMT");
    assertThat(hints.waitOf(undated)).isEqualTo(Duration.ofSeconds(30));

    Answer seconds = answer().with("Age", "20").with("Retry-After", "30");
    assertThat(hints.waitOf(seconds)).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void Retry_After_has_priority_over_RateLimit_and_RateLimit_over_the_older_fields() {
    Answer answer = answer().with("RateLimit-Remaining", "0").with("RateLimit-Reset", "300");
    assertThat(hints.waitOf(answer)).isEqualTo(Duration.ofSeconds(300));

    answer.with("RateLimit", "\"a\";r=0;t=30");
    assertThat(hints.waitOf(answer)).isEqualTo(Duration.ofSeconds(30));

    answer.with("Retry-After", "3");
    assertThat(hints.waitOf(answer)).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void a_valid_RateLimit_with_remaining_quota_has_priority_over_the_older_fields_too() {
    Answer answer =
        answer()
            .with("RateLimit-Remaining", "0")
            .with("RateLimit-Reset", "300")
            .with("RateLimit", "\"a\";r=1;t=30");

    assertThat(hints.waitOf(answer)).isNull();
  }

  @Test
  void after_a_malformed_field_the_next_is_read() {
    Answer answer =
        answer()
            .with("retry-after-ms", "-5")
            .with("Retry-After", "-5")
            .with("RateLimit", "a;b;c=")
            .with("RateLimit-Remaining", "0")
            .with("RateLimit-Reset", "300");

    assertThat(withMillis.waitOf(answer)).isEqualTo(Duration.ofSeconds(300));
  }

  @ParameterizedTest
  @ValueSource(strings = {"retry-after-ms", "x-ms-retry-after-ms"})
  void milliseconds_have_priority_over_Retry_After_only_with_an_option(String field) {
    Answer answer = answer().with(field, "1500").with("Retry-After", "2");

    assertThat(withMillis.waitOf(answer)).isEqualTo(Duration.ofMillis(1500));
    assertThat(hints.waitOf(answer)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void the_longer_one_of_two_fields_of_milliseconds_applies() {
    Answer answer = answer().with("retry-after-ms", "10").with("x-ms-retry-after-ms", "20");

    assertThat(withMillis.waitOf(answer)).isEqualTo(Duration.ofMillis(20));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "7.0, 7", "7.2, 8", "' 9 ', 9", "0.0001, 1", "0000000000000000000000012, 12"})
  void a_fraction_of_a_millisecond_is_rounded_up(String value, long millis) {
    assertThat(withMillis.waitOf(answer().with("retry-after-ms", value)))
        .isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "+1", ".5", "5.", "1.2.3", "1e3", "NaN", "10ms"})
  void malformed_milliseconds_request_no_delay(String value) {
    assertThat(withMillis.waitOf(answer().with("retry-after-ms", value))).isNull();
  }

  @Test
  void huge_milliseconds_are_the_longest_time() {
    assertThat(withMillis.waitOf(answer().with("retry-after-ms", "9".repeat(5_000))))
        .isEqualTo(FOREVER);
  }

  @Test
  void reads_its_printed_text() {
    assertThat(withMillis)
        .hasToString(
            "hints from retry-after-ms, x-ms-retry-after-ms, Retry-After, RateLimit,"
                + " RateLimit-Reset");
    assertThat(hints).hasToString("hints from Retry-After, RateLimit, RateLimit-Reset");
  }

  /** Changes valid values at random, so that every branch of the parsers runs. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void no_response_causes_an_exception_or_a_negative_delay(long seed) {
    Random random = new Random(seed);
    List<String> fields =
        List.of(
            "Retry-After",
            "RateLimit",
            "RateLimit-Remaining",
            "RateLimit-Reset",
            "Date",
            "Age",
            "retry-after-ms",
            "x-ms-retry-after-ms");
    int read = 0;
    for (int round = 0; round < 20_000; round++) {
      Answer answer = answer();
      for (int lines = 1 + random.nextInt(4); lines > 0; lines--) {
        answer.with(fields.get(random.nextInt(fields.size())), mutated(random));
      }
      Duration wait = withMillis.waitOf(answer);
      if (wait != null) {
        read++;
        assertThat(wait).as(answer.toString()).isGreaterThanOrEqualTo(Duration.ZERO);
      }
    }
    assertThat(read).isGreaterThan(1_000);
  }

  private static String mutated(Random random) {
    List<String> seeds =
        List.of(
            "120",
            "0",
            "Sat, 21 Nov 2026 12:00:30 GMT",
            "Saturday, 21-Nov-26 12:00:30 GMT",
            "Sat Nov  1 12:00:30 2026",
            "\"a\";r=0;t=30, \"b\";r=1;pk=:Zm9v:;u=%\"%c3%a9\"",
            "limit=1, remaining=0, reset=9",
            "tok;r=0;t=1;x=?1;y=@12;z=-1.25");
    String odd = "\"\\;,=?@%:()0123456789.-+ \tabrtGMT\u0000\u00e9\uffff\ud83d*";
    StringBuilder text = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
    for (int edits = random.nextInt(4); edits > 0 && text.length() > 0; edits--) {
      int at = random.nextInt(text.length());
      char c = odd.charAt(random.nextInt(odd.length()));
      switch (random.nextInt(4)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.setCharAt(at, c);
        case 2 -> text.insert(at, c);
        default -> text.setLength(at);
      }
    }
    return text.toString();
  }
}
