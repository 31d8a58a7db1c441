package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpRulesTest {

  private static final Path JAVADOC = Path.of("src/main/java/dev/reprise/http/HttpRules.java");
  private static final Path GUIDE = Path.of("../../docs/guide/http.md");

  private final HttpRules rules = HttpRules.standard();

  @Test
  void a_method_is_a_token_and_the_message_about_an_invalid_one_is_one_short_line() {
    String foreign = "LOCK\n\u202e" + "x".repeat(1_000_000);

    assertThatThrownBy(() -> HttpRules.standard().idempotentMethod(foreign))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("method must be a token")
        .hasMessageContaining("LOCK\\n\\u202exxx")
        .satisfies(failure -> assertThat(failure.getMessage()).hasSizeLessThan(500));
  }

  @Test
  void the_table_in_the_Javadoc_has_the_same_rows() throws IOException {
    String javadoc = Files.readString(JAVADOC).replaceAll("\\s*\\n \\* *", " ");

    assertThat(rows(javadoc, "<tr><td>(\\w+)[^<]*</td> ?<td>([^<]*)</td> ?<td>([^<]*)</td>"))
        .isEqualTo(data());
  }

  @Test
  void the_table_in_the_guide_has_the_same_rows() throws IOException {
    assertThat(
            rows(
                Files.readString(GUIDE),
                "(?m)^\\| `?(\\d{3}|[A-Z_]{5,})\\b[^|]*\\| (retry[^|]*|abort) \\| (none|unknown)"
                    + " \\|"))
        .isEqualTo(data());
  }

  private static Map<String, String> rows(String text, String pattern) {
    Map<String, String> rows = new TreeMap<>();
    for (MatchResult row : Pattern.compile(pattern).matcher(text).results().toList()) {
      rows.put(row.group(1), row.group(2).strip() + "; " + row.group(3).strip());
    }
    return rows;
  }

  private Map<String, String> data() {
    Map<String, String> rows = new TreeMap<>();
    for (int status = 100; status <= 599; status++) {
      if (rules.ofStatus(status).action() != Verdict.Action.PASS) {
        rows.put(Integer.toString(status), inWords(rules.ofStatus(status)));
      }
    }
    for (HttpFault fault : HttpFault.values()) {
      rows.put(fault.name(), inWords(rules.ofFault(fault)));
    }
    return rows;
  }

  private static String inWords(Verdict verdict) {
    boolean plain =
        verdict.kind() == FailureKind.TRANSIENT || verdict.action() == Verdict.Action.ABORT;
    String text = verdict.action() + (plain ? "" : ", " + verdict.kind()) + "; " + verdict.effect();
    return text.toLowerCase(Locale.ROOT);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {100, 200, 204, 301, 304, 400, 401, 403, 404, 409, 421, 423, 501, 505, 999, -1})
  void the_policy_decides_about_other_statuses(int status) {
    assertThat(rules.ofStatus(status)).isEqualTo(Verdict.pass());
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"})
  void idempotent_methods_are_those_of_RFC_9110(String method) {
    assertThat(rules.isIdempotent(method)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PATCH", "CONNECT", "PROPFIND", "get", ""})
  void other_methods_are_not_idempotent(String method) {
    assertThat(rules.isIdempotent(method)).isFalse();
  }

  @Test
  void a_copy_can_declare_a_method_idempotent() {
    HttpRules changed = rules.idempotentMethod("PROPFIND");

    assertThat(changed.isIdempotent("PROPFIND")).isTrue();
    assertThat(changed.isIdempotent("GET")).isTrue();
    assertThat(rules.isIdempotent("PROPFIND")).isFalse();
  }

  @Test
  void a_copy_can_change_the_row_of_a_status() {
    Verdict notYet = Verdict.retry().withEffect(Effect.NONE);

    HttpRules changed = rules.onStatus(409, notYet).onStatus(500, Verdict.pass());

    assertThat(changed.ofStatus(409)).isEqualTo(notYet);
    assertThat(changed.ofStatus(500)).isEqualTo(Verdict.pass());
    assertThat(changed.ofStatus(503)).isEqualTo(rules.ofStatus(503));
    assertThat(rules.ofStatus(409)).isEqualTo(Verdict.pass());
    assertThat(rules.ofStatus(500).action()).isEqualTo(Verdict.Action.RETRY);
  }

  @ParameterizedTest
  @EnumSource(HttpFault.class)
  void a_copy_can_change_the_row_of_a_failure(HttpFault fault) {
    HttpRules changed = rules.onFault(fault, Verdict.accept());

    assertThat(changed.ofFault(fault)).isEqualTo(Verdict.accept());
    assertThat(rules.ofFault(fault)).isNotEqualTo(Verdict.accept());
  }

  @ParameterizedTest
  @ValueSource(ints = {99, 600, 0, -1})
  void refuses_a_row_without_a_status(int status) {
    assertThatThrownBy(() -> rules.onStatus(status, Verdict.retry()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("status must be from 100 to 599, but was " + status);
  }

  @Test
  void rules_with_equal_rows_are_equal() {
    assertThat(rules.onStatus(500, Verdict.pass()))
        .isEqualTo(rules.onStatus(500, Verdict.pass()))
        .hasSameHashCodeAs(rules.onStatus(500, Verdict.pass()))
        .isNotEqualTo(rules);
    assertThat(rules.onFault(HttpFault.OTHER, Verdict.abort())).isNotEqualTo(rules);
    assertThat(rules.idempotentMethod("REPORT")).isNotEqualTo(rules);
    assertThat(rules.onStatus(404, Verdict.pass())).isEqualTo(rules);
  }

  @Test
  void prints_a_line_for_each_row() {
    assertThat(rules.toString().lines())
        .hasSize(7 + HttpFault.values().length + 1)
        .startsWith("408: RETRY(TRANSIENT, effect UNKNOWN)")
        .contains("GOAWAY: RETRY(TRANSIENT, effect UNKNOWN)")
        .endsWith("idempotent: DELETE GET HEAD OPTIONS PUT TRACE");
  }
}
