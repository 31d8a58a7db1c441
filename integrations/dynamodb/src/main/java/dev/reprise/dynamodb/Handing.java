package dev.reprise.dynamodb;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hands items on, each whatever becomes of the others. */
final class Handing {

  private Handing() {}

  /**
   * Hands each item on.
   *
   * @throws RuntimeException the first thing thrown, after all were handed on
   */
  static <I> void each(List<I> items, Consumer<? super I> consumer) {
    RuntimeException first = null;
    for (I item : items) {
      first = handedOn(item, consumer, first);
    }
    if (first != null) {
      throw first;
    }
  }

  private static <I> @Nullable RuntimeException handedOn(
      I item, Consumer<? super I> consumer, @Nullable RuntimeException first) {
    try {
      consumer.accept(item);
      return first;
    } catch (RuntimeException bug) {
      return first == null ? bug : first;
    }
  }
}
