package dev.reprise.servlet.internal.jakarta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FormFieldsTest {

  private static Map<String, String[]> added(Map<String, String[]> parameters, String form) {
    byte[] bytes = form.getBytes(StandardCharsets.ISO_8859_1);
    return FormFields.added(parameters, bytes, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "'', {}",
    "&&, {}",
    "a, {a=[]}",
    "a=1&b=2&a=3, '{a=[1, 3], b=[2]}'",
    "&a=1&, {a=[1]}",
    "a=b=c, {a=[b=c]}",
    "=1, {=[1]}",
    "%61+b=%C3%BC, {a b=[ü]}",
    "a=\u00c3\u00bc%C3\u00bc\u00c3%BC, {a=[\u00fc\u00fc\u00fc]}",
    "a=%26%3d%2B%25+, {a=[&=+% ]}",
  })
  void fields(String form, String expected) {
    Map<String, String> shown = new TreeMap<>();
    added(Map.of(), form).forEach((name, values) -> shown.put(name, Arrays.toString(values)));
    assertThat(shown).hasToString(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a=%zz",
        "a=1%",
        "%4=1",
        "a=%4&b",
        "a=%C3",
        "a=\u00e9",
        "a=%C3%A",
        "a=%-1",
        "a=%1"
      })
  void of_malformed_forms_are_refused(String form) {
    assertThatThrownBy(() -> added(Map.of(), form)).isInstanceOf(MalformedFormException.class);
  }

  @Test
  void follow_the_parameters_which_remain_unchanged() {
    String[] known = {"1", "2"};
    assertThat(added(Map.of("a", known), "a=3").get("a")).containsExactly("1", "2", "3");
    assertThat(known).containsExactly("1", "2");
  }

  @Test
  void are_limited_in_number_but_not_in_length() {
    String most = "&&a=x".repeat(FormFields.MAX_FIELDS);
    assertThat(added(Map.of(), most).get("a")).hasSize(FormFields.MAX_FIELDS).containsOnly("x");
    assertThatThrownBy(() -> added(Map.of(), most + "&b"))
        .isInstanceOf(MalformedFormException.class)
        .hasMessage("the form has more than 10000 fields");
    String longest = "y".repeat(1 << 20);
    assertThat(added(Map.of(), "a=" + longest).get("a")).containsExactly(longest);
  }
}
