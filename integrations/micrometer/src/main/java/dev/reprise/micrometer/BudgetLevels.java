package dev.reprise.micrometer;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;

/** The budgets of the retries with one name, as long as the retries are in use. */
final class BudgetLevels {

  private final List<WeakReference<RetryMeters>> retries = new CopyOnWriteArrayList<>();

  void add(RetryMeters retry) {
    retries.removeIf(one -> one.refersTo(null));
    retries.add(new WeakReference<>(retry));
  }

  /** The lowest level; not a number if no retry is in use. */
  double lowest() {
    return retries.stream()
        .map(WeakReference::get)
        .filter(Objects::nonNull)
        .map(RetryMeters::budgetLevel)
        .flatMapToDouble(OptionalDouble::stream)
        .min()
        .orElse(Double.NaN);
  }
}
