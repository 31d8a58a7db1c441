package dev.reprise.policy;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Invalid text is refused with an {@code IllegalArgumentException}, never with another exception.
 */
class RetryPolicyTextFuzzTest {

  private static final long SEED = 7_031;

  private static final String[] PIECES = {
    "maxAttempts=",
    "within=",
    "attemptTimeout=",
    "backoff=",
    "retryOn=",
    "retryOnCause=",
    "abortOn=",
    "retryOnNull=",
    "idempotency=",
    "nesting=",
    "maxHint=",
    "hintJitter=",
    "returningRejected=",
    "closingRejected=",
    "hedge=",
    "startOverAfter=",
    "giveUpWhen=",
    "rules=",
    "throttled(",
    "price=",
    "attempts(",
    "all(",
    "hintsOnSuccess=",
    "after(",
    "percentile(",
    "floor=",
    "most=",
    "keyed",
    "retryIf=",
    "unlimited",
    "forever",
    "true",
    "false",
    "3",
    "0",
    "99999999999999999999999",
    "1.5",
    "1e9",
    "1E-400",
    "10s",
    "100ms",
    "1ns",
    "9999999d",
    "none",
    "fixed(",
    "exponential(",
    "x2",
    "cap=",
    "jitter=",
    "full",
    "then(",
    "custom(",
    "(",
    ")",
    "java.io.IOException",
    "java.lang.",
    ".",
    "[I",
    "$",
    "/",
    "..",
    "=",
    ",",
    " ",
    "\t",
    "\n",
    "\0",
    "é",
    "\uD83D\uDE80",
    "\uD83D",
    "-",
    "+",
    "\"",
    "collapse",
    "idempotent"
  };

  /**
   * A class loader with the classes of the random policies and no others, without a search on disk.
   */
  private static final ClassLoader CLASSES =
      new ClassLoader(null) {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
          return RandomPolicies.CLASSES.stream()
              .filter(type -> type.getName().equals(name))
              .findFirst()
              .orElseThrow(() -> new ClassNotFoundException(name));
        }
      };

  private final SplittableRandom random = new SplittableRandom(SEED);
  private int read;

  @Test
  void text_of_pieces_of_the_grammar_is_read_or_refused() {
    for (int round = 0; round < 20_000; round++) {
      StringBuilder text = new StringBuilder();
      int pieces = random.nextInt(8);
      for (int i = 0; i < pieces; i++) {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
      parse(text.toString());
    }
    assertTrue(read > 0, "nothing was legal");
  }

  @Test
  void made_of_legal_texts_with_a_few_characters_changed() {
    RandomPolicies policies = new RandomPolicies(random);
    for (int round = 0; round < 10_000; round++) {
      StringBuilder text = new StringBuilder(policies.next().build().toString());
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        change(text);
      }
      parse(text.toString());
    }
    assertTrue(read > 0, "nothing was legal");
  }

  @Test
  void text_of_any_characters_is_read_or_refused() {
    for (int round = 0; round < 10_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(20); length > 0; length--) {
        text.append((char) random.nextInt(random.nextBoolean() ? 128 : 65_536));
      }
      parse(text.toString());
    }
  }

  @Test
  void nested_far_too_deep() {
    parse("backoff=" + "then(1, ".repeat(100_000));
    parse("backoff=" + "(".repeat(1_000_000));
    parse("retryOn=" + "a.".repeat(100_000) + "b");
  }

  private void change(StringBuilder text) {
    int at = random.nextInt(text.length());
    switch (random.nextInt(3)) {
      case 0 -> text.deleteCharAt(at);
      case 1 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
      default -> text.setCharAt(at, (char) random.nextInt(128));
    }
  }

  /** A valid text prints as a text that is valid too. */
  private void parse(String text) {
    try {
      RetryPolicy policy = RetryPolicy.parse(text, CLASSES);
      RetryPolicy.parse(policy.toString(), CLASSES);
      read++;
    } catch (IllegalArgumentException refused) {
      assertTrue(refused.getMessage() != null, text);
    } catch (Throwable other) {
      fail("seed " + SEED + ", text \"" + text + "\"", other);
    }
  }
}
