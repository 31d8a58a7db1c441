package dev.reprise.cli.dynamodb;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Made-up items as lines of plain JSON, each of the same length. An item depends on the seed and
 * its number alone, so that more of them begin with fewer; its key on the number alone, so that
 * another seed gives other items of the same keys.
 */
final class GeneratedItems {

  /** Room for the longest of what is not text. */
  static final int FEWEST_BYTES = 100;

  /** The most that an item may be in the table. */
  static final int MOST_BYTES = 400_000;

  private static final int MOST_CENTS = 20_000;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final byte[] WORDS =
      ("the order of the day was to try again a little later and to wait a while for the rest of "
              + "what did not fit so that none is lost on its way and all of it comes to where it "
              + "is kept in the end as one would think it should have been from the first on ")
          .getBytes(StandardCharsets.US_ASCII);

  private final long seed;
  private final byte[] line;
  private int length;

  /**
   * @param bytes how long a line is, with its end
   * @param seed any number
   */
  GeneratedItems(int bytes, long seed) {
    this.seed = seed;
    line = new byte[bytes];
  }

  /**
   * Writes the lines of the items from 0 to a number, that one excluded.
   *
   * @param stopped asked before each line
   * @return how many were written
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
    digits(1 + (random >>> 8 & 0xffff) % MOST_CENTS, 1);
    text((random & 1L << 24) == 0 ? ",\"sold\":false" : ",\"sold\":true");
    text(",\"code\":\"");
    digits(random >>> 32, 10);
    text("\",\"text\":\"");
    words((int) (random >>> 33) % WORDS.length);
    text("\"}\n");
  }

  /** What is left but for the end, from some place of the text on. */
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

  /** A number with at least so many digits. */
  private void digits(long number, int least) {
    int count = Math.max(least, Long.toString(number).length());
    Arrays.fill(line, length, length + count, (byte) '0');
    long rest = number;
    for (int i = length + count - 1; rest > 0; i--) {
      line[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += count;
  }

  /** The finalizer of SplitMix64: every bit of the seed changes half of the result's. */
  private static long mix(long value) {
    long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }
}
