package dev.reprise.classify;

import java.util.function.Predicate;

/** A condition on results of one type; results of other types are none of its business. */
record ResultCondition<T>(Class<T> type, Predicate<? super T> rejected) {

  boolean holdsFor(Object value) {
    return type.isInstance(value) && rejected.test(type.cast(value));
  }
}
