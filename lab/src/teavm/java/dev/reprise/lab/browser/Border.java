package dev.reprise.lab.browser;

import dev.reprise.lab.LabEngine;

/**
 * The border between the engine and JavaScript. Only numbers cross it, one at a time: each target
 * of the compiler passes them unchanged, and needs no code that a content security policy forbids.
 */
final class Border {

  private static final LabEngine ENGINE = new LabEngine();
  private static final StringBuilder TEXT = new StringBuilder();
  private static double[] numbers = new double[0];

  private Border() {}

  static void clear() {
    TEXT.setLength(0);
  }

  static void put(int character) {
    TEXT.append((char) character);
  }

  static int length() {
    return TEXT.length();
  }

  static int characterAt(int index) {
    return TEXT.charAt(index);
  }

  static int numbers() {
    return numbers.length;
  }

  static double numberAt(int index) {
    return numbers[index];
  }

  /** Answers a question with a text; 0 if it failed, and the text is then the message. */
  static int ask(int question) {
    try {
      String text =
          switch (question) {
            case 0 -> ENGINE.catalogue();
            case 1 -> ENGINE.prepare(TEXT.toString());
            case 2 -> ENGINE.summary();
            case 3 -> ENGINE.forms();
            default -> ENGINE.verdict();
          };
      answer(text);
      return 1;
    } catch (Throwable failure) {
      return failed(failure);
    }
  }

  static int run(int contender, int run) {
    try {
      numbers = new double[] {ENGINE.run(contender, run)};
      return 1;
    } catch (Throwable failure) {
      return failed(failure);
    }
  }

  static int finished(int contender, int run) {
    try {
      numbers = ENGINE.numbers(contender, run);
      return 1;
    } catch (Throwable failure) {
      return failed(failure);
    }
  }

  static int bands(int contender) {
    try {
      numbers = ENGINE.bands(contender);
      return 1;
    } catch (Throwable failure) {
      return failed(failure);
    }
  }

  static int map(int contender, int load, int length) {
    try {
      numbers = new double[] {ENGINE.map(contender, load, length)};
      return 1;
    } catch (Throwable failure) {
      return failed(failure);
    }
  }

  static int sweep(int contender, int point) {
    try {
      numbers = ENGINE.sweep(contender, point);
      return 1;
    } catch (Throwable failure) {
      return failed(failure);
    }
  }

  static int sweepBands(int contender) {
    try {
      numbers = ENGINE.sweepBands(contender);
      return 1;
    } catch (Throwable failure) {
      return failed(failure);
    }
  }

  static int claimRun(int index) {
    try {
      numbers = new double[] {ENGINE.claimRun(index)};
      return 1;
    } catch (Throwable failure) {
      return failed(failure);
    }
  }

  private static int failed(Throwable failure) {
    String message = failure.getMessage();
    answer(
        failure instanceof IllegalArgumentException && message != null
            ? message
            : failure.getClass().getName() + ": " + message);
    return 0;
  }

  private static void answer(String text) {
    TEXT.setLength(0);
    TEXT.append(text);
  }
}
