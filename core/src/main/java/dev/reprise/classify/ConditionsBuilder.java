package dev.reprise.classify;

import dev.reprise.internal.text.PartName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Builder of {@link Conditions}. Every method adds a condition to the earlier ones. Not safe for
 * use by several threads.
 */
public final class ConditionsBuilder {

  final Set<Class<? extends Throwable>> retryOn = new LinkedHashSet<>();
  final Set<Class<? extends Throwable>> retryOnCause = new LinkedHashSet<>();
  final Set<Class<? extends Throwable>> abortOn = new LinkedHashSet<>();
  final List<Named<Predicate<? super Throwable>>> retryIf = new ArrayList<>();
  final List<Named<Predicate<? super Throwable>>> abortIf = new ArrayList<>();
  final List<Named<ResultCondition<?>>> retryOnResult = new ArrayList<>();
  final List<Named<Classifier>> classifiers = new ArrayList<>();
  final List<Named<HintSource<?>>> hintFrom = new ArrayList<>();
  final List<Named<HintSource<?>>> hintFromResult = new ArrayList<>();
  boolean retryOnNull;

  /** Creates a builder without conditions. */
  public ConditionsBuilder() {}

  ConditionsBuilder(ConditionsBuilder from) {
    retryOn.addAll(from.retryOn);
    retryOnCause.addAll(from.retryOnCause);
    abortOn.addAll(from.abortOn);
    retryIf.addAll(from.retryIf);
    abortIf.addAll(from.abortIf);
    retryOnResult.addAll(from.retryOnResult);
    classifiers.addAll(from.classifiers);
    hintFrom.addAll(from.hintFrom);
    hintFromResult.addAll(from.hintFromResult);
    retryOnNull = from.retryOnNull;
  }

  /**
   * Retries failures of a class.
   *
   * @param type the class, subclasses included
   */
  public void retryOn(Class<? extends Throwable> type) {
    retryOn.add(Objects.requireNonNull(type, "retryOn"));
  }

  /**
   * Retries failures that have an exception of a class among their first sixteen causes. The
   * failure itself counts as the first.
   *
   * @param type the class, subclasses included
   */
  public void retryOnCause(Class<? extends Throwable> type) {
    retryOnCause.add(Objects.requireNonNull(type, "retryOnCause"));
  }

  /**
   * Aborts on failures of a class, even if another condition would retry them.
   *
   * @param type the class, subclasses included
   */
  public void abortOn(Class<? extends Throwable> type) {
    abortOn.add(Objects.requireNonNull(type, "abortOn"));
  }

  /**
   * Retries failures for which a predicate is true.
   *
   * @param name name of the predicate in the text form
   * @param predicate receives the unwrapped failure
   */
  public void retryIf(String name, Predicate<? super Throwable> predicate) {
    retryIf.add(
        new Named<>(
            PartName.checked("condition", name), Objects.requireNonNull(predicate, "retryIf")));
  }

  /**
   * Aborts on failures for which a predicate is true, even if another condition would retry them.
   *
   * @param name name of the predicate in the text form
   * @param predicate receives the unwrapped failure
   */
  public void abortIf(String name, Predicate<? super Throwable> predicate) {
    abortIf.add(
        new Named<>(
            PartName.checked("condition", name), Objects.requireNonNull(predicate, "abortIf")));
  }

  /**
   * Retries results of a type for which a predicate is true.
   *
   * @param name name of the predicate in the text form
   * @param type the type of result
   * @param rejected receives the result, never null
   * @param <T> the type of result
   */
  public <T> void retryOnResult(String name, Class<T> type, Predicate<? super T> rejected) {
    Objects.requireNonNull(type, "retryOnResult type");
    Objects.requireNonNull(rejected, "retryOnResult");
    retryOnResult.add(
        new Named<>(PartName.checked("condition", name), new ResultCondition<>(type, rejected)));
  }

  /** Retries when the result is null. */
  public void retryOnNull() {
    retryOnNull = true;
  }

  /**
   * Adds a classifier, which decides before the conditions by class and predicate.
   *
   * @param name name of the classifier in the text form
   * @param classifier receives every outcome, including results
   */
  public void classifyWith(String name, Classifier classifier) {
    classifiers.add(
        new Named<>(
            PartName.checked("condition", name),
            Objects.requireNonNull(classifier, "classifyWith")));
  }

  /**
   * Adds a server's hint to the verdict on failures that are retried.
   *
   * @param name name of the function in the text form
   * @param type class that has the hint: the failure or one of its causes, at most sixteen levels
   * @param hint returns the minimum wait, or null for no hint
   * @param <X> the class that has the hint
   */
  public <X> void hintFrom(
      String name, Class<X> type, Function<? super X, @Nullable Duration> hint) {
    hintFrom.add(hintSource("hintFrom", name, type, hint));
  }

  /**
   * Adds a server's hint to the verdict on results, both retried and accepted ones.
   *
   * @param name name of the function in the text form
   * @param type the type of result
   * @param hint returns the minimum wait, or null for no hint
   * @param <T> the type of result
   */
  public <T> void hintFromResult(
      String name, Class<T> type, Function<? super T, @Nullable Duration> hint) {
    hintFromResult.add(hintSource("hintFromResult", name, type, hint));
  }

  private static <T> Named<HintSource<?>> hintSource(
      String setting, String name, Class<T> type, Function<? super T, @Nullable Duration> hint) {
    Objects.requireNonNull(type, setting + " type");
    Objects.requireNonNull(hint, setting);
    return new Named<>(PartName.checked("condition", name), new HintSource<>(type, hint));
  }

  /**
   * Creates the conditions.
   *
   * @return the conditions added so far; later calls of this builder do not change them
   */
  public Conditions build() {
    return new Conditions(new ConditionsBuilder(this));
  }
}
