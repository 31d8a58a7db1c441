package dev.reprise.classify;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A condition on results of one type; false for results of other types. */
record ResultCondition<T>(Class<T> type, Predicate<? super T> rejected) {

  boolean holdsFor(Object value) {
    return type.isInstance(value) && rejected.test(type.cast(value));
  }

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ResultCondition<?> that
        && type.equals(that.type)
        && rejected.equals(that.rejected);
  }

  @Override
  public int hashCode() {
    return 31 * type.hashCode() + rejected.hashCode();
  }
}
