package dev.reprise.cli.dynamodb;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Generated items as lines of plain JSON, all of the same length. An item depends only on the seed
 * and its number, so a longer output begins with a shorter one. Its key depends only on its number,
 * so a different seed gives different items with the same keys.
 */
final class GeneratedItems {

  /** Shortest line: holds all attributes with an empty text. */
  static final int MIN_BYTES = 100;

  /** Longest line: the size limit of an item in a table. */
  static final int MAX_BYTES = 400_000;

  private static final int MAX_CENTS = 20_000;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** The text of the items. Journals and measurements of users depend on its bytes. */
  private static final String TEXT =
      /* data */ """
      the order of the day was to try again a little later and to wait a while for the rest of \
      what did not fit so that none is lost on its way and all of it comes to where it is kept in \
      the end as one would think it should have been from the first on \
      """;

  private static final byte[] WORDS = TEXT.getBytes(StandardCharsets.US_ASCII);

  private final long seed;
  private final byte[] line;
  private int length;

  /**
   * @param bytes length of a line, with its line feed
   * @param seed any number
   */
  GeneratedItems(int bytes, long seed) {
    this.seed = seed;
    line = new byte[bytes];
  }

  /**
   * Writes the lines of the first items.
   *
   * @param count number of items
   * @param stopped checked before each line; true ends the output
   * @return number of items written
   */
  long write(long count, OutputStream out, BooleanSupplier stopped) throws IOException {
    long number = 0;
    while (number < count && !stopped.getAsBoolean()) {
      fill(number);
      out.write(line);
      number++;
    }
    return number;
  }

  private void fill(long number) {
    long random = mix(seed + (number + 1) * GOLDEN);
    length = 0;
    text("{\"id\":\"item-");
    digits(number, 10);
    text("\",\"group\":");
    digits(100 + (random & 0xff), 3);
    text(",\"cents\":");
    digits(1 + (random >>> 8 & 0xffff) % MAX_CENTS, 1);
    text((random & 1L << 24) == 0 ? ",\"sold\":false" : ",\"sold\":true");
    text(",\"code\":\"");
    digits(random >>> 32, 10);
    text("\",\"text\":\"");
    words((int) (random >>> 33) % WORDS.length);
    text("\"}\n");
  }

  /** Fills the line up to its end with the words, starting at an offset in them. */
  private void words(int from) {
    int end = line.length - 3;
    int place = from;
    while (length < end) {
      int some = Math.min(end - length, WORDS.length - place);
      System.arraycopy(WORDS, place, line, length, some);
      length += some;
      place = 0;
    }
  }

  private void text(String ascii) {
    for (int i = 0; i < ascii.length(); i++) {
      line[length++] = (byte) ascii.charAt(i);
    }
  }

  /** Appends a number, with leading zeros up to a number of digits. */
  private void digits(long number, int minDigits) {
    int count = Math.max(minDigits, Long.toString(number).length());
    Arrays.fill(line, length, length + count, (byte) '0');
    long remaining = number;
    for (int i = length + count - 1; remaining > 0; i--) {
      line[i] = (byte) ('0' + remaining % 10);
      remaining /= 10;
    }
    length += count;
  }

  /** The finalizer of SplitMix64: each bit of the value affects about half of the bits. */
  private static long mix(long value) {
    long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }
}
