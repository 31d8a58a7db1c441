package dev.reprise.verification.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The tables of docs/reference/names.md hold exactly the public names. After a rename, {@code
 * -Dnames.rewrite=true} updates them.
 */
class NamesTest {

  private static final Path PAGE = Sources.root().resolve("docs/reference/names.md");

  private static NamesPage names;

  @BeforeAll
  static void readNames() throws Exception {
    names = NamesPage.ofCurrentNames();
  }

  @Test
  void the_page_lists_every_public_name_and_no_other() throws Exception {
    String page = Files.readString(PAGE);
    String expected = names.rewritten(page);
    if (Boolean.getBoolean("names.rewrite")) {
      Files.writeString(PAGE, expected);
    } else {
      assertThat(page)
          .as("docs/reference/names.md is not up to date; it says itself how to rewrite it")
          .isEqualTo(expected);
    }
  }

  @Test
  void a_name_that_is_missing_or_obsolete_is_found() throws Exception {
    String page = names.rewritten(Files.readString(PAGE));
    assertThat(page).contains("`RetryPolicy`", "`maxAttempts`", "`--policy", "`stopReason`");
    assertThat(names.rewritten(page.replace("`RetryPolicy`, ", "")))
        .as("a name that is missing")
        .isEqualTo(page);
    assertThat(names.rewritten(page.replace("`RetryPolicy`, ", "`RetryPolicy`, `Gone`, ")))
        .as("a name that is gone")
        .isEqualTo(page);
  }
}
