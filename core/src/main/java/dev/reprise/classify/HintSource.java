package dev.reprise.classify;

import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A function that reads a server's hint from objects of one type. */
record HintSource<T>(Class<T> type, Function<? super T, @Nullable Duration> hint) {

  @Nullable Duration from(Object carrier) {
    return type.isInstance(carrier) ? hint.apply(type.cast(carrier)) : null;
  }

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HintSource<?> that && type.equals(that.type) && hint.equals(that.hint);
  }

  @Override
  public int hashCode() {
    return 31 * type.hashCode() + hint.hashCode();
  }
}
