package dev.reprise.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testing.HostileText;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of classes and methods are printed on one line, bounded and escaped. */
class ForeignTextTest {

  /** The compiler allows a name of 65,535 bytes. */
  private static final int LONGEST_NAME = 60_000;

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

    for (String text : List.of(allowed(), "x".repeat(LONGEST_NAME))) {
      HostileText.assertPrintable(harmless, compile(source, "a" + text));
    }
  }

  /** What hostile texts have that a name may have, invisible characters among them. */
  private static String allowed() {
    return HostileText.samples().stream()
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
