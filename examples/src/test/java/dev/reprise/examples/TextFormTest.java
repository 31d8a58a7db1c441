package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.Idempotency;
import dev.reprise.policy.Nesting;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page about the text form lists exactly the settings of the text form. */
class TextFormTest {

  private static final Path PAGE =
      Path.of(System.getProperty("basedir", ""))
          .toAbsolutePath()
          .getParent()
          .resolve("docs/guide/text-form.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^|]*`) \\| (.*) \\|$");
  private static final Pattern CODE = Pattern.compile("`([^`]*)`");

  /** Names of settings, with the description of their values on the page. */
  private static Map<String, String> settings() throws IOException {
    String section =
        Files.readString(PAGE).split("## Settings of a policy", 2)[1].split("\n## ", 2)[0];
    Map<String, String> settings = new LinkedHashMap<>();
    for (MatchResult row : ROW.matcher(section).results().toList()) {
      for (MatchResult name : CODE.matcher(row.group(1)).results().toList()) {
        settings.put(name.group(1), row.group(2));
      }
    }
    return settings;
  }

  @Test
  void the_page_names_every_setting() throws IOException {
    assertThat(settings().keySet()).containsExactlyInAnyOrderElementsOf(RetryPolicy.settingNames());
  }

  @Test
  void the_page_names_every_word_of_a_setting() throws IOException {
    for (Idempotency word : Idempotency.values()) {
      assertThat(settings().get("idempotency")).contains("`" + word + "`");
    }
    for (Nesting word : Nesting.values()) {
      assertThat(settings().get("nesting")).contains("`" + word + "`");
    }
  }
}
