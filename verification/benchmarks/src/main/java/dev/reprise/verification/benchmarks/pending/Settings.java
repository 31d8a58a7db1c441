package dev.reprise.verification.benchmarks.pending;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * The options of the command line.
 *
 * @param count number of calls
 * @param limit time for the calls that come due to finish
 * @param only the one contender, if not all
 * @param explain whether to print only the heap by class
 * @param timersAlone whether to leave out the calls
 */
record Settings(
    int count,
    Duration limit,
    Optional<AsyncContender> only,
    boolean explain,
    boolean timersAlone) {

  private static final Settings DEFAULTS =
      new Settings(1_000_000, Duration.ofSeconds(45), Optional.empty(), false, false);

  static Settings of(String... args) {
    Settings settings = DEFAULTS;
    for (int i = 0; i < args.length; i++) {
      settings =
          switch (args[i]) {
            case "--count" -> settings.counting(number("--count", args, ++i));
            case "--limit" -> settings.within(number("--limit", args, ++i));
            case "--only" -> settings.only(value("--only", args, ++i));
            case "--explain" -> settings.explaining();
            case "--timers" -> settings.timers();
            default -> throw new IllegalArgumentException("Unknown option " + args[i]);
          };
    }
    return settings;
  }

  boolean takes(AsyncContender contender) {
    return only.isEmpty() || only.get() == contender;
  }

  private Settings counting(int calls) {
    return new Settings(calls, limit, only, explain, timersAlone);
  }

  private Settings within(int seconds) {
    return new Settings(count, Duration.ofSeconds(seconds), only, explain, timersAlone);
  }

  private Settings only(String name) {
    AsyncContender contender = AsyncContender.valueOf(name.toUpperCase(Locale.ROOT));
    return new Settings(count, limit, Optional.of(contender), explain, timersAlone);
  }

  private Settings explaining() {
    return new Settings(count, limit, only, true, timersAlone);
  }

  private Settings timers() {
    return new Settings(count, limit, only, explain, true);
  }

  private static int number(String option, String[] args, int at) {
    String value = value(option, args, at);
    try {
      int number = Integer.parseInt(value);
      if (number >= 1) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(option + " must be a number, but was " + value);
    }
    throw new IllegalArgumentException(option + " must be at least 1, but was " + value);
  }

  private static String value(String option, String[] args, int at) {
    if (at >= args.length) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return args[at];
  }
}
