package dev.reprise.testbed.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SequenceMatcherTest {
  @Test
  void finds_a_sequence_split_at_any_position() {
    byte[] text = bytes("xxCOCOMMITxx");
    for (int split = 0; split <= text.length; split++) {
      SequenceMatcher matcher = new SequenceMatcher(bytes("COMMIT"));
      byte[] rest = new byte[text.length - split];
      System.arraycopy(text, split, rest, 0, rest.length);
      int end = matcher.endOfMatch(text, split);
      if (end < 0) {
        end = split + matcher.endOfMatch(rest, rest.length);
      }
      assertThat(end).as("split at %d", split).isEqualTo(10);
    }
  }

  @Test
  void agrees_with_a_plain_search_on_random_text_read_byte_by_byte() {
    Random random = new Random(7);
    for (int round = 0; round < 2_000; round++) {
      String text = randomText(random, 40);
      String sequence = randomText(random, 1 + random.nextInt(5));
      SequenceMatcher matcher = new SequenceMatcher(bytes(sequence));
      int end = -1;
      for (int i = 0; i < text.length() && end < 0; i++) {
        end = matcher.endOfMatch(bytes(text.substring(i, i + 1)), 1) < 0 ? -1 : i + 1;
      }
      int start = text.indexOf(sequence);
      assertThat(end)
          .as("%s in %s", sequence, text)
          .isEqualTo(start < 0 ? -1 : start + sequence.length());
    }
  }

  private static String randomText(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(2)));
    }
    return text.toString();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
