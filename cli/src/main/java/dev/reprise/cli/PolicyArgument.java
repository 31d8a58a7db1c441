package dev.reprise.cli;

import dev.reprise.policy.RetryPolicy;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** A policy, or another value with a text form, among the arguments. */
public final class PolicyArgument {

  private PolicyArgument() {}

  /**
   * Reads a policy.
   *
   * @param line the command that reports a mistake
   * @param words its settings, split at blanks or not; none for the defaults
   * @return the policy
   * @throws ParameterException if they are no policy
   */
  public static RetryPolicy parse(CommandLine line, List<String> words) {
    return words.isEmpty()
        ? RetryPolicy.defaults()
        : parse(line, "policy", String.join(" ", words), RetryPolicy::parse);
  }

  /**
   * Reads a value.
   *
   * @param line the command in whose error message a mistake is reported
   * @param meaning what the value is
   * @param text its text form
   * @param parser reads it; throws an {@code IllegalArgumentException} at a mistake
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
   * Makes something of the arguments.
   *
   * @param line the command in whose error message a mistake is reported
   * @param maker throws an {@code IllegalArgumentException} at a mistake
   * @param <T> type of the value
   * @return the value
   * @throws ParameterException if the maker refuses the arguments
   */
  public static <T> T parse(CommandLine line, Supplier<T> maker) {
    try {
      return maker.get();
    } catch (IllegalArgumentException mistake) {
      throw new ParameterException(line, String.valueOf(mistake.getMessage()), mistake);
    }
  }
}
