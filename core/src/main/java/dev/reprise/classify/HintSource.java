package dev.reprise.classify;

import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Knows where objects of one type say how long a server wants to be left alone. */
record HintSource<T>(Class<T> type, Function<? super T, @Nullable Duration> hint) {

  @Nullable Duration from(Object carrier) {
    return type.isInstance(carrier) ? hint.apply(type.cast(carrier)) : null;
  }
}
