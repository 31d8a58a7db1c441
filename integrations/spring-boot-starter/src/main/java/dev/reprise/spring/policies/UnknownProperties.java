package dev.reprise.spring.policies;

import dev.reprise.text.NearestName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Finds properties below {@code reprise.} that nothing reads. The settings of policies are checked
 * where they are read.
 *
 * <p>Every such key with dots is a mistake. An environment variable is one only if it begins with a
 * group of properties or resembles a property: other variables that begin with {@code REPRISE_} may
 * belong to scripts and tools.
 */
final class UnknownProperties {

  private static final String PREFIX = "reprise.";

  /** Properties below which any name may follow. */
  private static final List<String> ROOTS =
      List.of(PolicyEntry.ROOT, "reprise.http.clients", "reprise.grpc.channels");

  /** All properties with fixed names, as in the metadata. */
  static final List<String> KNOWN =
      Arrays.asList(
          "reprise.annotations.enabled",
          "reprise.context.enabled",
          "reprise.disabled",
          "reprise.enabled",
          "reprise.http.read-bodies-up-to",
          "reprise.idempotency.accept-unquoted",
          "reprise.idempotency.allow-anonymous",
          "reprise.idempotency.application",
          "reprise.idempotency.create-schema",
          "reprise.idempotency.enabled",
          "reprise.idempotency.keep-for",
          "reprise.idempotency.lease",
          "reprise.idempotency.max-entries",
          "reprise.idempotency.max-request-size",
          "reprise.idempotency.max-response-size",
          "reprise.idempotency.max-waiting",
          "reprise.idempotency.order",
          "reprise.idempotency.purge-interval",
          "reprise.idempotency.require-key-for",
          "reprise.idempotency.table",
          "reprise.idempotency.url-patterns",
          "reprise.idempotency.wait-at-most",
          "reprise.logging.enabled",
          "reprise.metrics.batches",
          "reprise.metrics.enabled",
          "reprise.metrics.exception-classes",
          "reprise.metrics.first-attempt-times",
          "reprise.metrics.guards",
          "reprise.observations.enabled",
          "reprise.reports.kept",
          "reprise.reports.messages",
          "reprise.test.virtual-time",
          "reprise.traces.enabled",
          "reprise.transactions.enabled",
          "reprise.transactions.policy");

  private static final Set<String> UNIFORM =
      KNOWN.stream().map(UnknownProperties::uniform).collect(Collectors.toUnmodifiableSet());

  private static final Set<String> UNIFORM_WORDS =
      KNOWN.stream()
          .map(name -> uniform(name).replace(".", ""))
          .collect(Collectors.toUnmodifiableSet());

  /** First words that belong to the starter alone. */
  private static final Set<String> GROUPS =
      Set.of(
          "annotations",
          "idempotency",
          "logging",
          "metrics",
          "observations",
          "reports",
          "traces",
          "transactions");

  private UnknownProperties() {}

  static List<PropertyMistake> of(ConfigurableEnvironment environment) {
    List<PropertyMistake> mistakes = new ArrayList<>();
    for (List<SourceProperty> source : PropertyScan.of(environment, PolicyEntry::mayConcern)) {
      for (SourceProperty property : source) {
        String reason = property.isVariable() ? ofVariable(property) : ofDotted(property);
        if (reason != null) {
          mistakes.add(
              new PropertyMistake(
                  property.key(), property.value(), reason, List.of(property.origin())));
        }
      }
    }
    return mistakes;
  }

  private static @Nullable String ofDotted(SourceProperty property) {
    ConfigurationPropertyName key = ConfigurationPropertyName.adapt(property.key(), '.');
    int elements = key.getNumberOfElements();
    while (elements > 1 && key.isNumericIndex(elements - 1)) {
      elements--;
    }
    if (elements < 2 || !key.getElement(0, Form.UNIFORM).equals("reprise")) {
      return null;
    }
    List<String> words = new ArrayList<>();
    List<String> written = new ArrayList<>();
    for (int i = 0; i < elements; i++) {
      words.add(key.getElement(i, Form.UNIFORM));
      written.add(key.getElement(i, Form.ORIGINAL));
    }
    String uniform = String.join(".", words);
    if (UNIFORM.contains(uniform) || ROOTS.stream().anyMatch(root -> isAtOrBelow(uniform, root))) {
      return null;
    }
    return reason(suggestion(written), words.get(1));
  }

  private static boolean isAtOrBelow(String uniform, String root) {
    return uniform.equals(root) || uniform.startsWith(root + ".");
  }

  /** The property that was probably meant: one of those with fixed names, or one below a root. */
  private static Optional<String> suggestion(List<String> written) {
    for (String root : ROOTS) {
      int length = root.split("\\.", -1).length;
      if (written.size() > length) {
        String start = String.join(".", written.subList(0, length));
        if (isMeant(start, root)) {
          return Optional.of(
              root + "." + String.join(".", written.subList(length, written.size())));
        }
      }
    }
    return nearest(String.join(".", written).substring(PREFIX.length()));
  }

  /** True for the singular and for small differences. */
  private static boolean isMeant(String start, String root) {
    String tail = start.substring(Math.min(start.length(), PREFIX.length()));
    return tail.equalsIgnoreCase("policy")
        ? root.equals(PolicyEntry.ROOT)
        : NearestName.of(tail, List.of(root.substring(PREFIX.length()))).isPresent();
  }

  /** In a known group only its own properties are compared, by what follows the group. */
  private static Optional<String> nearest(String withoutPrefix) {
    int dot = withoutPrefix.indexOf('.');
    String group = dot < 0 ? "" : PREFIX + withoutPrefix.substring(0, dot).toLowerCase(Locale.ROOT);
    List<String> siblings = siblings(group);
    return siblings.isEmpty()
        ? NearestName.of(withoutPrefix, tails(PREFIX, KNOWN)).map(PREFIX::concat)
        : NearestName.of(
                withoutPrefix.substring(dot + 1).replace('.', '-'), tails(group + ".", siblings))
            .map(name -> group + "." + name);
  }

  private static List<String> siblings(String group) {
    return KNOWN.stream().filter(name -> name.startsWith(group + ".")).toList();
  }

  private static List<String> tails(String start, List<String> names) {
    return names.stream().map(name -> name.substring(start.length())).toList();
  }

  private static @Nullable String ofVariable(SourceProperty property) {
    List<String> words = new ArrayList<>(PolicyEntry.words(property));
    while (words.size() > 2 && words.get(words.size() - 1).matches("[0-9]{1,4}")) {
      words.remove(words.size() - 1);
    }
    if (words.size() < 2 || !words.get(0).equals("reprise")) {
      return null;
    }
    String bare = String.join("", words);
    if (UNIFORM_WORDS.contains(bare)
        || ROOTS.stream().anyMatch(root -> bare.startsWith(root.replace(".", "")))) {
      return null;
    }
    Optional<String> meant = suggestionOfWords(words);
    String group = words.get(1);
    return meant.isPresent() || GROUPS.contains(group) ? reason(meant, group) : null;
  }

  private static Optional<String> suggestionOfWords(List<String> words) {
    for (String root : ROOTS) {
      int length = root.split("\\.", -1).length;
      if (words.size() > length && isMeant(String.join(".", words.subList(0, length)), root)) {
        return Optional.of(
            variable(root) + "_" + variable(String.join("_", words.subList(length, words.size()))));
      }
    }
    return nearest(String.join(".", words.subList(1, words.size())))
        .map(UnknownProperties::variable);
  }

  /** The name of the environment variable of a property, with one underscore between words. */
  private static String variable(String name) {
    return name.replace('.', '_').replace("-", "").toUpperCase(Locale.ROOT);
  }

  private static String reason(Optional<String> meant, String group) {
    return "unknown property"
        + meant
            .map(name -> ", did you mean " + name + "?")
            .orElseGet(() -> ", expected " + expected(siblings(PREFIX + group)));
  }

  private static String expected(List<String> siblings) {
    TreeSet<String> beginnings = new TreeSet<>(ROOTS);
    GROUPS.forEach(group -> beginnings.add(PREFIX + group));
    return siblings.isEmpty()
        ? "one that begins with " + String.join(", ", beginnings)
        : "one of " + String.join(", ", siblings);
  }

  private static String uniform(String name) {
    return name.replace("-", "").toLowerCase(Locale.ROOT);
  }
}
