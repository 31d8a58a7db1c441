package dev.reprise.spark;

import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.text.PrintableText;
import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The checked options of a write.
 *
 * @param target the table
 * @param policy text form; null for the default
 * @param parallelism concurrent requests of a task
 * @param writers partitions, 0 for as many as tasks can run at once
 * @param clustersByKey whether rows of the same key are in the same task
 * @param orderBy columns by which the rows of a task are ordered
 * @param unitsPerSecond limit over all tasks, 0 for none
 * @param capacityShare share of the provisioned write units over all tasks, 0 for none
 * @param deadLetters folder; null for none
 * @param maxDead dead rows above which the job fails
 * @param job name under which the report is kept
 * @param call names the call of {@link DynamoDbWrites#save} that waits for the report; null if none
 * @param mapping conversion of rows to items
 */
record WriteOptions(
    Target target,
    @Nullable String policy,
    int parallelism,
    int writers,
    boolean clustersByKey,
    List<String> orderBy,
    double unitsPerSecond,
    double capacityShare,
    @Nullable String deadLetters,
    long maxDead,
    @Nullable String job,
    @Nullable String call,
    Mapping mapping)
    implements Serializable {

  /** Set only by {@link DynamoDbWrites}; not among the options that messages list. */
  static final String CALL = "reprise.call";

  private static final Set<String> NAMES =
      new LinkedHashSet<>(
          List.of(
              "table",
              "region",
              "endpoint",
              "policy",
              "parallelism",
              "writers",
              "clusterBy",
              "orderBy",
              "unitsPerSecond",
              "capacityShare",
              "deadLetters",
              "maxDead",
              "job",
              "nulls",
              "sets",
              "timestamps"));

  /**
   * Reads options; case does not matter in their names.
   *
   * @throws IllegalArgumentException if one is missing, unknown or out of its range
   */
  static WriteOptions of(Map<String, String> options) {
    Map<String, String> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    given.putAll(options);
    String call = given.remove(CALL);
    Reader reader = new Reader(given, NAMES);
    String deadLetters = reader.text("deadLetters");
    WriteOptions read =
        new WriteOptions(
            new Target(reader.required("table"), reader.text("region"), reader.text("endpoint")),
            reader.text("policy"),
            (int) reader.whole("parallelism", 8, 1, 1000),
            (int) reader.whole("writers", 0, 1, 100_000),
            reader.choice("clusterBy", "key", "none").equals("key"),
            reader.list("orderBy"),
            reader.positive("unitsPerSecond", Double.MAX_VALUE),
            reader.positive("capacityShare", 1),
            deadLetters,
            reader.whole("maxDead", deadLetters == null ? 0 : Long.MAX_VALUE, 0, Long.MAX_VALUE),
            reader.text("job"),
            call,
            mapping(reader));
    read.check();
    return read;
  }

  private static Mapping mapping(Reader reader) {
    return new Mapping(
        reader.choice("nulls", "omit", "write").equals("write"),
        Mapping.Timestamps.valueOf(
            reader.choice("timestamps", "iso", "millis", "seconds").toUpperCase(Locale.ROOT)),
        Set.copyOf(reader.list("sets")));
  }

  private void check() {
    if (unitsPerSecond > 0 && capacityShare > 0) {
      throw new IllegalArgumentException(
          "unitsPerSecond and capacityShare exclude each other, but both were given");
    }
    if (writers > 0 && !clustersByKey) {
      throw new IllegalArgumentException(
          "writers needs clusterBy=key: without it the partitions stay as they are");
    }
    try {
      retryPolicy();
    } catch (IllegalArgumentException invalid) {
      throw new IllegalArgumentException("policy: " + invalid.getMessage(), invalid);
    }
  }

  RetryPolicy retryPolicy() {
    return policy == null ? DynamoDbBatch.defaultPolicy() : RetryPolicy.parse(policy);
  }

  /** Parses options and describes the invalid ones. */
  static final class Reader {

    private final Map<String, String> texts = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    Reader(Map<String, String> options, Set<String> names) {
      Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
      known.addAll(names);
      for (Map.Entry<String, String> option : options.entrySet()) {
        if (!known.contains(option.getKey())) {
          throw new IllegalArgumentException(
              "there is no option "
                  + PrintableText.oneLine(option.getKey())
                  + "; there are "
                  + names);
        }
        texts.put(option.getKey(), option.getValue());
      }
    }

    @Nullable String text(String name) {
      String text = texts.get(name);
      return text == null || text.isBlank() ? null : text.strip();
    }

    String required(String name) {
      String text = text(name);
      if (text == null) {
        throw new IllegalArgumentException("the option " + name + " must be given");
      }
      return text;
    }

    List<String> list(String name) {
      String text = text(name);
      return text == null
          ? List.of()
          : Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    }

    String choice(String name, String... choices) {
      String text = text(name);
      if (text == null) {
        return choices[0];
      }
      String lower = text.toLowerCase(Locale.ROOT);
      if (!List.of(choices).contains(lower)) {
        throw new IllegalArgumentException(
            name
                + " must be one of "
                + List.of(choices)
                + ", but was "
                + PrintableText.oneLine(text));
      }
      return lower;
    }

    long whole(String name, long standard, long least, long most) {
      String text = text(name);
      if (text == null) {
        return standard;
      }
      try {
        long value = Long.parseLong(text);
        if (value >= least && value <= most) {
          return value;
        }
      } catch (NumberFormatException notWhole) {
        // reported below, like a number out of range
      }
      throw new IllegalArgumentException(
          name
              + " must be a whole number of at least "
              + least
              + (most == Long.MAX_VALUE ? "" : " and at most " + most)
              + ", but was "
              + PrintableText.oneLine(text));
    }

    /** Returns a number above 0; 0 if it is not set. */
    double positive(String name, double most) {
      String text = text(name);
      if (text == null) {
        return 0;
      }
      try {
        double value = Double.parseDouble(text);
        if (value > 0 && value <= most) {
          return value;
        }
      } catch (NumberFormatException notNumber) {
        // reported below, like a number out of range
      }
      throw new IllegalArgumentException(
          name
              + " must be more than 0 and "
              + (most == 1 ? "at most 1" : "finite")
              + ", but was "
              + PrintableText.oneLine(text));
    }
  }
}
