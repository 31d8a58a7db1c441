package dev.reprise.cli.argument;

import dev.reprise.policy.RetryPolicy;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Reads and checks the values of arguments. */
public final class Arguments {

  /** The greatest port. */
  public static final int MAX_PORT = 65_535;

  private Arguments() {}

  /**
   * Reads a policy.
   *
   * @param line the command that reports a mistake
   * @param words its settings, split at spaces or not; none for the default policy
   * @return the policy
   * @throws ParameterException if the words are not a policy
   */
  public static RetryPolicy parse(CommandLine line, List<String> words) {
    return words.isEmpty()
        ? RetryPolicy.defaults()
        : parse(line, "policy", String.join(" ", words), RetryPolicy::parse);
  }

  /**
   * Refuses a policy with a hedge.
   *
   * @param noun the thing that has no attempts at the same time, such as {@code a command}
   * @param policy any policy
   * @return the policy
   * @throws IllegalArgumentException if the policy has a hedge
   */
  public static RetryPolicy withoutHedge(String noun, RetryPolicy policy) {
    policy
        .hedge()
        .ifPresent(
            hedge -> {
              throw new IllegalArgumentException(
                  noun + " cannot be hedged, but the policy has hedge=" + hedge);
            });
    return policy;
  }

  /**
   * Reads a value that has a text form.
   *
   * @param line the command that reports a mistake
   * @param meaning the name of the value in an error message, such as {@code --budget}
   * @param text its text form
   * @param parser reads the text; throws an {@code IllegalArgumentException} for invalid text
   * @param <T> type of the value
   * @return the value
   * @throws ParameterException if the parser refuses the text
   */
  public static <T> T parse(
      CommandLine line, String meaning, String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException mistake) {
      throw new ParameterException(line, meaning + ": " + mistake.getMessage(), mistake);
    }
  }

  /**
   * Creates a value from several arguments.
   *
   * @param line the command that reports a mistake
   * @param factory creates the value; throws an {@code IllegalArgumentException} for invalid
   *     arguments
   * @param <T> type of the value
   * @return the value
   * @throws ParameterException if the factory refuses the arguments
   */
  public static <T> T parse(CommandLine line, Supplier<T> factory) {
    try {
      return factory.get();
    } catch (IllegalArgumentException mistake) {
      throw new ParameterException(line, String.valueOf(mistake.getMessage()), mistake);
    }
  }

  /**
   * Checks the range of a number.
   *
   * @param line the command that reports a mistake
   * @param name the argument, such as {@code --port}
   * @param value its value
   * @param min the least valid value
   * @param max the greatest valid value
   * @throws ParameterException if the value is less than {@code min} or greater than {@code max}
   */
  public static void checkRange(CommandLine line, String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new ParameterException(
          line, name + " must be from " + min + " to " + max + ", but was " + value);
    }
  }

  /**
   * Checks the port on which a server listens.
   *
   * @param line the command that reports a mistake
   * @param port the value of {@code --port}; 0 means any free port
   * @throws ParameterException if it is negative or above {@value #MAX_PORT}
   */
  public static void checkPort(CommandLine line, long port) {
    checkRange(line, "--port", port, 0, MAX_PORT);
  }
}
