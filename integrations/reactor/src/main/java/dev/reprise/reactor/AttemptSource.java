package dev.reprise.reactor;

import dev.reprise.function.Attempt;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/**
 * The source of the attempts of a call.
 *
 * @param fixed the source if it is the same for each attempt, otherwise null
 * @param ofAttempts returns the source of an attempt
 * @param fallsBack true if the end of a call that wants a fallback is a {@link CallFallback}
 * @param <T> type of the items
 */
record AttemptSource<T>(
    @Nullable Publisher<? extends T> fixed,
    Function<? super Attempt, ? extends Publisher<? extends T>> ofAttempts,
    boolean fallsBack) {

  static <T> AttemptSource<T> fixed(Publisher<? extends T> source) {
    return new AttemptSource<>(source, attempt -> source, false);
  }

  static <T> AttemptSource<T> of(
      Function<? super Attempt, ? extends Publisher<? extends T>> ofAttempts) {
    return new AttemptSource<>(null, Objects.requireNonNull(ofAttempts, "source"), false);
  }

  AttemptSource<T> withFallback() {
    return new AttemptSource<>(fixed, ofAttempts, true);
  }
}
