package dev.reprise.verification.benchmarks.pending;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * What is asked for on the command line.
 *
 * @param count how many calls
 * @param limit how long those that come due have to finish
 * @param only the one contestant, if not all
 * @param explain whether to tell what is on the heap, and nothing else
 * @param timersAlone whether to leave out the calls
 */
record Settings(
    int count, Duration limit, Optional<Contestant> only, boolean explain, boolean timersAlone) {

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

  boolean takes(Contestant contestant) {
    return only.isEmpty() || only.get() == contestant;
  }

  private Settings counting(int calls) {
    return new Settings(calls, limit, only, explain, timersAlone);
  }

  private Settings within(int seconds) {
    return new Settings(count, Duration.ofSeconds(seconds), only, explain, timersAlone);
  }

  private Settings only(String name) {
    Contestant contestant = Contestant.valueOf(name.toUpperCase(Locale.ROOT));
    return new Settings(count, limit, Optional.of(contestant), explain, timersAlone);
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
