package dev.reprise.cli.run;

import java.util.BitSet;

/** The exit codes after which the command is retried. */
final class ExitCodes {

  private static final int MAX = 255;

  /** All but success, a command that cannot be run or found, and Ctrl-C. */
  static final ExitCodes DEFAULT = parse("1-125,128-129,131-255");

  private final BitSet codes;

  private ExitCodes(BitSet codes) {
    this.codes = codes;
  }

  /**
   * Reads a list such as {@code 1,75-78}.
   *
   * @throws IllegalArgumentException for any other text and for codes above 255
   */
  static ExitCodes parse(String text) {
    BitSet codes = new BitSet(MAX + 1);
    for (String part : text.split(",", -1)) {
      int dash = part.indexOf('-');
      int first = code(dash < 0 ? part : part.substring(0, dash));
      int last = dash < 0 ? first : code(part.substring(dash + 1));
      if (last < first) {
        throw new IllegalArgumentException(
            "the end of a range of exit codes must not be less than its start, but was "
                + part.strip());
      }
      codes.set(first, last + 1);
    }
    return new ExitCodes(codes);
  }

  private static int code(String text) {
    int code;
    try {
      code = Integer.parseInt(text.strip());
    } catch (NumberFormatException notNumber) {
      throw new IllegalArgumentException(
          "expected exit codes such as 1,75-78, but found '" + text + "'", notNumber);
    }
    if (code < 0 || code > MAX) {
      throw new IllegalArgumentException("an exit code must be from 0 to 255, but was " + code);
    }
    return code;
  }

  boolean contains(ExitStatus status) {
    return codes.get(status.code());
  }
}
