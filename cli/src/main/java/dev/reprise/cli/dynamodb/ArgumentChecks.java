package dev.reprise.cli.dynamodb;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Checks the ranges of numeric arguments. */
final class ArgumentChecks {

  private ArgumentChecks() {}

  /**
   * Checks a number.
   *
   * @throws ParameterException if it is out of its range
   */
  static void check(CommandLine line, String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new ParameterException(
          line, name + " must be from " + least + " to " + most + ", but was " + value);
    }
  }
}
