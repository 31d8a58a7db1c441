package dev.reprise.testbed.dynamodb.expression;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/** The words that no expression may use as an attribute name, from the service's own list. */
final class ReservedWords {

  private static final Set<String> WORDS = load();

  private ReservedWords() {}

  public static boolean contains(String name) {
    return WORDS.contains(name.toUpperCase(Locale.ROOT));
  }

  private static Set<String> load() {
    try (InputStream in = ReservedWords.class.getResourceAsStream("reserved-words.txt")) {
      if (in == null) {
        throw new IllegalStateException("reserved-words.txt is missing from the module");
      }
      String words = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      return Set.of(words.trim().split("\\s+"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
