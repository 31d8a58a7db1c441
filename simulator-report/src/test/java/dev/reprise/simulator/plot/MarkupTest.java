package dev.reprise.simulator.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkupTest {

  @Test
  void escapes_every_character_that_could_end_a_text_or_an_attribute() {
    assertThat(Markup.escape("<script>alert('x')</script> & \"y\""))
        .isEqualTo("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;y&quot;");
  }

  @Test
  void replaces_characters_that_markup_does_not_allow() {
    assertThat(Markup.escape("a\u0000b\u001bc\u007fd\u0085e\uFFFEf\uD800g"))
        .isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf\uFFFDg");
    assertThat(Markup.escape("one\ntwo\tthree")).isEqualTo("one two three");
  }

  @Test
  void replaces_characters_that_change_the_text_direction() {
    assertThat(Markup.escape("full\u202Elluf\u2066")).isEqualTo("full\uFFFDlluf\uFFFD");
  }

  @Test
  void keeps_letters_of_all_languages() {
    assertThat(Markup.escape("λ·A ≥ μ, 猫 😀")).isEqualTo("λ·A ≥ μ, 猫 😀");
  }
}
