package dev.reprise.backoff;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A number of retries of one backoff, then another one. */
record Chain(int retries, Backoff first, Backoff second) implements Curve {

  static final int MAX_PARTS = 64;

  Chain {
    if (retries < 1) {
      throw new IllegalArgumentException("retries must be at least 1, but was " + retries);
    }
    int parts = first.parts() + second.parts();
    if (parts > MAX_PARTS) {
      throw new IllegalArgumentException(
          "then must have at most " + MAX_PARTS + " parts, but had " + parts);
    }
  }

  int parts() {
    return first.parts() + second.parts();
  }

  @Override
  public List<Stage> stages(Bounds bounds) {
    List<Stage> stages = new ArrayList<>();
    for (Stage stage : first.stagesWithin(bounds)) {
      if (stage.after() < retries) {
        stages.add(stage);
      }
    }
    for (Stage stage : second.stagesWithin(bounds)) {
      stages.add(stage.later(retries));
    }
    return List.copyOf(stages);
  }

  @Override
  public String name() {
    return "then";
  }

  @Override
  public List<String> arguments() {
    return List.of(Integer.toString(retries), first.toString(), second.toString());
  }

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Chain that
        && retries == that.retries
        && first.equals(that.first)
        && second.equals(that.second);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * retries + first.hashCode()) + second.hashCode();
  }
}
