package dev.reprise.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testing.UntrustedText;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that messages print names of classes and methods on one line, bounded and escaped. */
class ForeignTextTest {

  /** Length of a test name; the compiler allows 65,535 bytes. */
  private static final int LONG_NAME_LENGTH = 60_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "interface Orders { @Retryable Future<String> %s(); }",
        "interface Orders { class %1$s {} @Retryable Future<String> f(%1$s a); }",
        "class Orders { @Retryable private interface %s { void f(); } }",
        "class %s { @Retryable public void f() {} }",
      })
  void is_one_line_of_bounded_length_and_escaped(String source) {
    String harmless = compile(source, "aXy");
    assertThat(harmless).contains("aXy");

    for (String text : List.of(hostileName(), "x".repeat(LONG_NAME_LENGTH))) {
      UntrustedText.assertPrintable(harmless, compile(source, "a" + text));
    }
  }

  /** Returns the characters of hostile texts that are valid in a name, some of them invisible. */
  private static String hostileName() {
    return UntrustedText.samples().stream()
        .flatMapToInt(String::chars)
        .filter(Character::isJavaIdentifierPart)
        .mapToObj(unit -> "\\u" + HexFormat.of().toHexDigits((char) unit))
        .collect(Collectors.joining());
  }

  private static String compile(String form, String name) {
    String imports = "import dev.reprise.declared.Retryable; import java.util.concurrent.Future; ";
    return Compilation.of(Map.of("Orders", imports + String.format(form, name))).messages();
  }
}
