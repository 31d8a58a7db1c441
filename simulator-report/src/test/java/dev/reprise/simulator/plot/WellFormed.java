package dev.reprise.simulator.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses XML strictly, to check that a drawing is well-formed. */
final class WellFormed {

  private static final Pattern TAG =
      Pattern.compile("<(/?)([a-z]+)((?: [a-zA-Z:-]+=\"[^\"<&]*(?:&[^\"<]*)?\")*)\\s*(/?)>");
  private static final Pattern STRAY_AND = Pattern.compile("&(?!(amp|lt|gt|quot|#39);)");

  private WellFormed() {}

  static void check(String xml) {
    Deque<String> open = new ArrayDeque<>();
    Matcher tag = TAG.matcher(xml);
    int end = 0;
    while (tag.find()) {
      assertThat(xml.substring(end, tag.start())).doesNotContain("<").doesNotContain(">");
      end = tag.end();
      if (!tag.group(1).isEmpty()) {
        assertThat(open.pop()).isEqualTo(tag.group(2));
      } else if (tag.group(4).isEmpty()) {
        open.push(tag.group(2));
      }
    }
    assertThat(xml.substring(end)).isBlank();
    assertThat(open).isEmpty();
    assertThat(STRAY_AND.matcher(xml).find()).isFalse();
    assertThat(xml).doesNotContain("NaN").doesNotContain("Infinity");
  }
}
