package dev.reprise.classify;

import org.jspecify.annotations.Nullable;

/** User code with a name. Lambdas are equal only to themselves. */
record Named<T>(String name, T code) {

  @Override
  public String toString() {
    return "custom(" + name + ")";
  }

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Named<?> that && name.equals(that.name) && code.equals(that.code);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + code.hashCode();
  }
}
