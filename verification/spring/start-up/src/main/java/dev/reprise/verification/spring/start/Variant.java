package dev.reprise.verification.spring.start;

import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** An application with the same twenty methods, and the jars that it needs. */
enum Variant {
  /** Without retries. */
  PLAIN("without retries", entry -> !isOurs(entry) && !isTheirs(entry)),
  /** Retried by the starter of Reprise. */
  OURS("Reprise", entry -> !isTheirs(entry)),
  /** Retried by the starter of Resilience4j. */
  THEIRS("Resilience4j", entry -> !isOurs(entry));

  /** The starter of Resilience4j and the libraries that only it needs. */
  private static final List<String> THEIR_JARS =
      List.of("resilience4j-", "micrometer-", "HdrHistogram-", "aspectjweaver-", "starter-aspectj");

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // the predicates have no state
  private final Predicate<String> needs;

  Variant(String title, Predicate<String> needs) {
    this.title = title;
    this.needs = needs;
  }

  /** The jars of Reprise, or its modules in a build; not the classes of this measurement. */
  private static boolean isOurs(String entry) {
    return entry.contains("reprise-")
        || (entry.contains("target" + File.separator)
            && !entry.contains("verification" + File.separator));
  }

  private static boolean isTheirs(String entry) {
    String file = entry.substring(entry.lastIndexOf(File.separatorChar) + 1);
    return THEIR_JARS.stream().anyMatch(file::contains);
  }

  /** Its name in tables. */
  String title() {
    return title;
  }

  /** The package of its services. */
  String services() {
    return Variant.class.getPackageName() + "." + name().toLowerCase(Locale.ROOT);
  }

  /** The part of the class path of this process that it needs. */
  String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(needs)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
