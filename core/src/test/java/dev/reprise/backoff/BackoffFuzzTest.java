package dev.reprise.backoff;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any text is either read or refused, and refused only with the documented exception. */
class BackoffFuzzTest {

  private static final String[] TOKENS = {
    "none",
    "fixed",
    "linear",
    "exponential",
    "fibonacci",
    "uniform",
    "sequence",
    "decorrelated",
    "elapsed",
    "contention",
    "then",
    "custom",
    "full",
    "equal",
    "proportional",
    "floor=",
    "cap=",
    "jitter=",
    "min=",
    "max=",
    "L",
    "(",
    ")",
    ",",
    ", ",
    "=",
    "x",
    "+",
    "-",
    ".",
    "1",
    "0",
    "2",
    "64",
    "99999999999999999999",
    "1.5",
    "e9",
    "E-400",
    "ns",
    "us",
    "ms",
    "s",
    "m",
    "h",
    "d",
    " ",
    "\n",
    "\u0000",
    "\ud83d\ude00",
    "\ud800",
    "\u2028",
    "µs"
  };

  @Test
  void random_tokens_are_read_or_refused() {
    for (int seed = 0; seed < 50_000; seed++) {
      RandomGenerator random = Delays.random(seed);
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(12); i >= 0; i--) {
        text.append(TOKENS[random.nextInt(TOKENS.length)]);
      }
      read(text.toString(), seed);
    }
  }

  @Test
  void texts_with_a_few_wrong_characters_are_read_or_refused() {
    readChangedTexts(0, 10_000);
  }

  @Test
  @Tag("proof")
  void more_texts_with_a_few_wrong_characters_are_read_or_refused() {
    readChangedTexts(10_000, 30_000);
  }

  private static void readChangedTexts(int from, int to) {
    for (int seed = from; seed < to; seed++) {
      RandomGenerator random = Delays.random(seed);
      StringBuilder text = new StringBuilder(new RandomBackoffs(random).next().toString());
      for (int i = random.nextInt(3); i >= 0 && text.length() > 0; i--) {
        change(text, random);
      }
      read(text.toString(), seed);
    }
  }

  @Test
  void every_short_text_is_read_or_refused() {
    readAllTexts(3);
  }

  @Test
  @Tag("proof")
  void every_text_of_four_characters_is_read_or_refused() {
    readAllTexts(4);
  }

  private static void readAllTexts(int length) {
    char[] alphabet = " (),=x+.10snmeE-\u0000é".toCharArray();
    int texts = (int) Math.pow(alphabet.length, length);
    for (int i = 0; i < texts; i++) {
      StringBuilder tail = new StringBuilder();
      for (int rest = i; rest > 0; rest /= alphabet.length) {
        tail.append(alphabet[rest % alphabet.length]);
      }
      read(tail.toString(), i);
      read("fixed(1s" + tail, i);
    }
  }

  private static void change(StringBuilder text, RandomGenerator random) {
    int at = random.nextInt(text.length());
    switch (random.nextInt(4)) {
      case 0 -> text.deleteCharAt(at);
      case 1 -> text.setLength(at);
      case 2 -> text.setCharAt(at, (char) random.nextInt(Character.MAX_VALUE));
      default -> text.insert(at, TOKENS[random.nextInt(TOKENS.length)]);
    }
  }

  private static void read(String text, int seed) {
    try {
      Backoff backoff = Backoff.parse(text);
      assertEquals(backoff, Backoff.parse(backoff.toString()), text);
    } catch (IllegalArgumentException refused) {
      assertEquals(3, refused.getMessage().split("\n", -1).length, text);
    } catch (RuntimeException | Error escaped) {
      throw new AssertionError("seed " + seed + ": " + text, escaped);
    }
  }
}
