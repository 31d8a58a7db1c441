package dev.reprise.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class RegistryMistakesTest {

  private static final String NAMES =
      "a name has 1 to 100 characters of a-z, A-Z, 0-9, '_' and '-', but was ";

  @Test
  void are_listed_all_at_once_with_full_key_value_and_expected_values() {
    Map<String, String> properties =
        Map.of(
            "reprise.policies.mail", "maxAttempts=2 nesting=deep",
            "reprise.policies.orders.budget", "bucket(0, 5)",
            "reprise.policies.orders.maxAttempts", "0",
            "reprise.policies.orders.retryOn", "java.io.IOException,com.acme.None",
            "reprise.policies.pages.within", "fast",
            "reprise.policies.fine.within", "1s");

    InvalidSettingsException refused =
        assertThrows(InvalidSettingsException.class, () -> RetryRegistry.of(properties));

    assertEquals(
        """
        the properties of policies have 5 mistakes and are not used:
          reprise.policies.mail=maxAttempts=2 nesting=deep: at column 23: expected one of \
        [collapse, multiply], but found deep
          reprise.policies.orders.budget=bucket(0, 5): capacity must be from 1 to 2147483647, but \
        was 0
          reprise.policies.orders.maxAttempts=0: maxAttempts must be at least 1, but was 0
          reprise.policies.orders.retryOn=java.io.IOException,com.acme.None: there is no class \
        com.acme.None
          reprise.policies.pages.within=fast: expected within, a duration such as 100ms, but found 'f'\
        """,
        refused.getMessage());
    assertEquals(5, refused.errors().size());
    assertEquals("reprise.policies.mail", refused.errors().get(0).key());
    assertEquals("maxAttempts=2 nesting=deep", refused.errors().get(0).value());
  }

  @Test
  void in_one_list_of_classes_are_listed_all_at_once() {
    String classes = "java.io.IOExeption, java.io.IOException, java.lang.String, no.Such";

    List<SettingError> mistakes = mistakes(Map.of("reprise.policies.a.retryOn", classes));

    assertEquals(1, mistakes.size());
    assertEquals(
        "there is no class java.io.IOExeption; java.lang.String is not a Throwable;"
            + " there is no class no.Such",
        mistakes.get(0).message());
  }

  @Test
  void within_one_text_are_listed_all_at_once() {
    String text =
        "maxAttempts=0 bogus=1 retryOn=no.Such,java.io.IOException within=5"
            + " backoff=fixed(1s, cap=) maxAttempts=2 stray nesting=deep";
    List<String> messages =
        mistakes(Map.of("reprise.policies.a", text)).stream().map(SettingError::message).toList();

    assertEquals(8, messages.size(), String.join("\n", messages));
    assertEquals("at column 13: maxAttempts must be at least 1, but was 0", messages.get(0));
    assertTrue(messages.get(1).startsWith("at column 15: unknown setting bogus, expected one of"));
    assertEquals("at column 31: there is no class no.Such", messages.get(2));
    assertTrue(messages.get(3).startsWith("at column 67: expected a unit of time"));
    assertTrue(messages.get(4).startsWith("at column 90: expected cap, a duration"));
    assertEquals("at column 92: maxAttempts is set twice", messages.get(5));
    assertTrue(messages.get(6).startsWith("at column 106: unknown setting stray, expected one of"));
    assertTrue(messages.get(7).startsWith("at column 120: expected one of [collapse, multiply]"));
  }

  @Test
  void list_the_known_settings_nearest_first_if_one_is_unknown() {
    String message = mistake("reprise.policies.a.maxAtempt", "3");

    assertTrue(
        message.startsWith(
            "unknown setting maxAtempt, did you mean maxAttempts? Expected one of abortOn, "),
        message);
    assertTrue(SettingNames.KNOWN.stream().allMatch(message::contains), message);
    assertTrue(
        mistake("reprise.policies.a", "within=1s wthin=3s")
            .startsWith(
                "at column 11: unknown setting wthin, did you mean within? Expected one of abortOn,"
                    + " "));
  }

  @Test
  void allow_exactly_one_spelling() {
    for (String other : List.of("max-attempts", "max_attempts", "MAXATTEMPTS", "maxattempts ")) {
      assertEquals(
          "unknown setting " + other + ", the one spelling is maxAttempts",
          mistake("reprise.policies.a." + other, "3"));
    }
    assertEquals(
        1,
        mistakes(
                Map.of(
                    "reprise.policies.a.max-attempts", "3", "reprise.policies.a.maxAttempts", "3"))
            .size());
  }

  @Test
  void report_that_code_has_no_text_form() {
    assertEquals(
        "retryIf is code and has no text form; RetryRegistry.builder() takes it",
        mistake("reprise.policies.a.retryIf", "custom(x)"));
  }

  @Test
  void refuse_a_policy_in_both_forms() {
    List<SettingError> errors =
        mistakes(
            Map.of(
                "reprise.policies.a", "maxAttempts=2",
                "reprise.policies.a.within", "x",
                "reprise.policies.a.maxAttempts", "2"));

    assertEquals(
        List.of(
            new SettingError(
                "reprise.policies.a",
                "maxAttempts=2",
                "expected either a text or settings, but [maxAttempts, within] are set in addition to the"
                    + " text"),
            new SettingError(
                "reprise.policies.a.within",
                "x",
                "expected within, a duration such as 100ms, but found 'x'")),
        errors);
  }

  @Test
  void in_a_text_with_a_list_are_all_reported() {
    assertEquals(
        List.of(
            "unknown setting x, expected one of",
            "at column 34: there is no class no.Such",
            "at column 50: expected a unit of time"),
        mistakes(Map.of("reprise.policies.a", "x=1 retryOn=java.io.IOException, no.Such within=5"))
            .stream()
            .map(error -> error.message().replaceAll("( one of| of time) .*", "$1"))
            .toList());
  }

  @Test
  void of_combined_settings_name_the_policy() {
    assertEquals(
        List.of(
            new SettingError(
                "reprise.policies.a",
                "maxAttempts=unlimited retryOnNull=true",
                "maxAttempts=unlimited needs a time limit: set within to a duration, or to unlimited")),
        mistakes(
            Map.of(
                "reprise.policies.a.maxAttempts", "unlimited",
                "reprise.policies.a.retryOnNull", "true")));
    assertEquals(
        "maxAttempts=unlimited needs a time limit: set within to a duration, or to unlimited",
        mistake("reprise.policies.a", "maxAttempts=unlimited"));
    assertEquals(
        "reprise.policies.a",
        mistakes(Map.of("reprise.policies.a.hedge", "after(100ms)")).get(0).key());
  }

  @Test
  void of_combined_settings_are_not_checked_if_one_setting_is_wrong_by_itself() {
    List<SettingError> errors =
        mistakes(
            Map.of(
                "reprise.policies.a.maxAttempts", "unlimited",
                "reprise.policies.a.wihtin", "10s"));

    assertEquals(
        List.of("reprise.policies.a.wihtin"), errors.stream().map(SettingError::key).toList());
  }

  @Test
  void find_a_floor_above_the_cap() {
    String message = mistake("reprise.policies.a.backoff", "exponential(1s, cap=1s, floor=2s)");

    assertTrue(message.contains("floor"), message);
  }

  @Test
  void a_value_cannot_contain_a_second_setting() {
    for (String value : List.of("5 within=3s", "5\twithin=3s", "5\n", "\u00a05", "fixed(1s) x")) {
      boolean legal = value.isBlank() || value.strip().equals("5");
      assertEquals(
          legal ? 0 : 1,
          mistakesOrNone(Map.of("reprise.policies.a.maxAttempts", value)).size(),
          value);
    }
    assertEquals(
        "expected one value, but there is a blank in it",
        mistake("reprise.policies.a.backoff", "none within=3s"));
  }

  @Test
  void of_null_are_reported_by_name() {
    assertEquals(
        "properties",
        assertThrows(NullPointerException.class, () -> RetryRegistry.of(nothing())).getMessage());
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }

  @Test
  void list_the_valid_characters_of_a_name() {
    assertEquals(NAMES + "''", mistake("reprise.policies.", "x"));
    assertEquals(NAMES + "''", mistake("reprise.policies..within", "x"));
    assertEquals(NAMES + "'a b'", mistake("reprise.policies.a b", ""));
    assertEquals(NAMES + "'é'", mistake("reprise.policies.é.within", "1s"));
    assertEquals(
        NAMES + "'" + "n".repeat(100) + "...'", mistake("reprise.policies." + "n".repeat(101), ""));
    assertEquals(
        "names no policy, expected reprise.policies.NAME", mistake("reprise.policies", "x"));
  }

  @Test
  void report_that_names_have_no_dots() {
    assertTrue(
        mistake("reprise.policies.eu.orders.maxAttempts", "3")
            .startsWith(
                "unknown setting orders.maxAttempts (neither a name nor a setting has dots),"
                    + " expected one of abortOn, "));
  }

  @Test
  void report_a_value_that_is_not_text() {
    Properties properties = new Properties();
    properties.put("reprise.policies.a.maxAttempts", 3);
    Map<String, String> withNull = new HashMap<>();
    withNull.put("reprise.policies.a.maxAttempts", null);
    withNull.put(null, "x");

    assertEquals(
        List.of("expected text, but was a java.lang.Integer"),
        mistakes(properties).stream().map(SettingError::message).toList());
    assertEquals(
        List.of("expected text, but was null"),
        mistakes(withNull).stream().map(SettingError::message).toList());
  }

  @Test
  void in_values_are_reported_on_one_line() {
    List<SettingError> errors =
        mistakes(Map.of("reprise.policies.a\n", "1\n\u202e" + "x".repeat(1_000)));

    assertEquals("reprise.policies.a\\n", errors.get(0).key());
    assertTrue(errors.get(0).value().startsWith("1\\n\\u202ex"));
    assertTrue(errors.get(0).value().length() < 320);
    assertEquals(
        "there is no class a\\u202eb",
        mistake("reprise.policies.a.retryOn", "a\u202eb").replaceAll("\\s+", " "));
  }

  @Test
  void count_a_policy_that_the_added_code_refuses() {
    InvalidSettingsException refused =
        assertThrows(
            InvalidSettingsException.class,
            () ->
                RetryRegistry.builder()
                    .eachPolicy((name, policy) -> policy.toBuilder().maxAttempts(0).build())
                    .build(
                        Map.of("reprise.policies.a", "within=1s", "reprise.policies.b", "within")));

    assertEquals(
        List.of(
            "the code that adds to policies refused it: maxAttempts must be at least 1, but was 0",
            "expected '=', but the text ended"),
        refused.errors().stream()
            .map(error -> error.message().replaceFirst("^at.*: ", ""))
            .toList());
  }

  @Test
  void an_exception_of_the_added_code_is_thrown_unchanged() {
    IllegalStateException bug = new IllegalStateException("bug");
    RetryRegistryBuilder broken =
        RetryRegistry.builder()
            .eachPolicy(
                (name, policy) -> {
                  throw bug;
                });

    assertSame(
        bug,
        assertThrows(
            IllegalStateException.class, () -> broken.build(Map.of("reprise.policies.a", ""))));
    assertThrows(
        NullPointerException.class,
        () ->
            RetryRegistry.builder()
                .eachRetry(retry -> null)
                .build(Map.of("reprise.policies.a", "")));
  }

  @Test
  void can_be_serialized() throws IOException, ClassNotFoundException {
    InvalidSettingsException refused =
        assertThrows(
            InvalidSettingsException.class,
            () -> RetryRegistry.of(Map.of("reprise.policies.a.x", "y")));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(refused);

    Object back = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();

    assertEquals(refused.errors(), ((InvalidSettingsException) back).errors());
  }

  private static String mistake(String key, String value) {
    List<SettingError> errors = mistakes(Map.of(key, value));
    assertEquals(1, errors.size(), errors.toString());
    assertEquals(key.strip().length() > 80 ? errors.get(0).key() : key, errors.get(0).key());
    return errors.get(0).message();
  }

  private static List<SettingError> mistakes(Map<?, ?> properties) {
    return assertThrows(InvalidSettingsException.class, () -> RetryRegistry.of(properties))
        .errors();
  }

  private static List<SettingError> mistakesOrNone(Map<?, ?> properties) {
    try {
      RetryRegistry.of(properties);
      return Collections.emptyList();
    } catch (InvalidSettingsException refused) {
      return refused.errors();
    }
  }
}
