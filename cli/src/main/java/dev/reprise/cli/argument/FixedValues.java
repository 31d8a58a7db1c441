package dev.reprise.cli.argument;

import java.util.Iterator;
import java.util.List;

/** The values that shells propose for an argument. Each argument has its own subclass. */
public abstract class FixedValues implements Iterable<String> {

  private final List<String> values;

  /**
   * Creates the list.
   *
   * @param values the values, in the order in which shells show them
   */
  protected FixedValues(String... values) {
    this.values = List.of(values);
  }

  @Override
  public final Iterator<String> iterator() {
    return values.iterator();
  }

  /** Values of {@code --color}. */
  public static final class OfColor extends FixedValues {

    /** Created by the parser of arguments. */
    public OfColor() {
      super("auto", "always", "never");
    }
  }

  /** Values of {@code --progress}. */
  public static final class OfProgress extends FixedValues {

    /** Created by the parser of arguments. */
    public OfProgress() {
      super("text", "json");
    }
  }

  /** Values of {@code --pace} without a number. */
  public static final class OfPace extends FixedValues {

    /** Created by the parser of arguments. */
    public OfPace() {
      super("adaptive", "unlimited");
    }
  }

  /** Values of {@code --sync}. */
  public static final class OfSync extends FixedValues {

    /** Created by the parser of arguments. */
    public OfSync() {
      super("1s", "every-chunk", "never");
    }
  }

  /** Values of {@code --format}. */
  public static final class OfFormat extends FixedValues {

    /** Created by the parser of arguments. */
    public OfFormat() {
      super("plain", "dynamodb");
    }
  }

  /** Values of {@code --budget} without a number. */
  public static final class OfBudget extends FixedValues {

    /** Created by the parser of arguments. */
    public OfBudget() {
      super("standard", "unlimited", "none", "aws", "finagle", "grpc", "envoy");
    }
  }
}
