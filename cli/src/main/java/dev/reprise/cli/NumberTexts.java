package dev.reprise.cli;

import java.math.BigDecimal;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Reads numbers among the arguments, and says in plain words what is none. */
final class NumberTexts {

  private NumberTexts() {}

  /** Lets all options of a command and of those below it read their numbers so. */
  static void register(CommandLine line) {
    line.registerConverter(int.class, text -> whole(text, Integer::valueOf));
    line.registerConverter(Integer.class, text -> whole(text, Integer::valueOf));
    line.registerConverter(long.class, text -> whole(text, Long::valueOf));
    line.registerConverter(Long.class, text -> whole(text, Long::valueOf));
    line.registerConverter(double.class, NumberTexts::decimal);
    line.registerConverter(Double.class, NumberTexts::decimal);
  }

  private static <N> N whole(String text, Function<String, N> parser) {
    try {
      return parser.apply(text.strip());
    } catch (NumberFormatException none) {
      throw new TypeConversionException(
          isWhole(text) ? "'" + text + "' is too large" : "'" + text + "' is not a whole number");
    }
  }

  private static boolean isWhole(String text) {
    return text.strip().matches("[+-]?\\d{1,1000}");
  }

  private static double decimal(String text) {
    try {
      double number = new BigDecimal(text.strip()).doubleValue();
      if (Double.isInfinite(number)) {
        throw new TypeConversionException("'" + text + "' is too large");
      }
      return number;
    } catch (NumberFormatException none) {
      throw new TypeConversionException("'" + text + "' is not a number");
    }
  }
}
