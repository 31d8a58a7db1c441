package dev.reprise.cli.argument;

import java.math.BigDecimal;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads numbers in arguments, with error messages that do not name Java types. */
public final class NumberConverters {

  private NumberConverters() {}

  /**
   * Registers the converters.
   *
   * @param line a command; its subcommands use the converters too
   */
  public static void register(CommandLine line) {
    line.registerConverter(int.class, new Converter<>(text -> whole(text, Integer::valueOf)));
    line.registerConverter(Integer.class, new Converter<>(text -> whole(text, Integer::valueOf)));
    line.registerConverter(long.class, new Converter<>(text -> whole(text, Long::valueOf)));
    line.registerConverter(Long.class, new Converter<>(text -> whole(text, Long::valueOf)));
    line.registerConverter(double.class, new Converter<>(NumberConverters::decimal));
    line.registerConverter(Double.class, new Converter<>(NumberConverters::decimal));
  }

  /** A class, since JDK 17 fails to archive lambdas for an interface of a Java 5 class file. */
  private record Converter<N>(Function<String, N> parser) implements ITypeConverter<N> {

    @Override
    public N convert(String text) {
      return parser.apply(text);
    }
  }

  private static <N> N whole(String text, Function<String, N> parser) {
    try {
      return parser.apply(text.strip());
    } catch (NumberFormatException notInRange) {
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
    } catch (NumberFormatException notNumber) {
      throw new TypeConversionException("'" + text + "' is not a number");
    }
  }
}
