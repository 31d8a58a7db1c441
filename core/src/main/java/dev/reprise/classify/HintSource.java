package dev.reprise.classify;

import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Knows where objects of one type say how long a server wants to be left alone. */
record HintSource<T>(Class<T> type, Function<? super T, @Nullable Duration> hint) {

  @Nullable Duration from(Object carrier) {
    return type.isInstance(carrier) ? hint.apply(type.cast(carrier)) : null;
  }

  /** Written out: what a record makes by itself keeps the class loader for ever, once called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HintSource<?> that && type.equals(that.type) && hint.equals(that.hint);
  }

  @Override
  public int hashCode() {
    return 31 * type.hashCode() + hint.hashCode();
  }
}
