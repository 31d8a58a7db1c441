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
 * Collects {@link Conditions}. Every method adds to what was named before. Not safe for use by
 * several threads.
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

  /** Nothing named yet. */
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
   * Retries failures with one of a class among their causes, themselves included, sixteen deep.
   *
   * @param type the class, subclasses included
   */
  public void retryOnCause(Class<? extends Throwable> type) {
    retryOnCause.add(Objects.requireNonNull(type, "retryOnCause"));
  }

  /**
   * Aborts on failures of a class, whatever else is named.
   *
   * @param type the class, subclasses included
   */
  public void abortOn(Class<? extends Throwable> type) {
    abortOn.add(Objects.requireNonNull(type, "abortOn"));
  }

  /**
   * Retries failures that a predicate holds for.
   *
   * @param name what it prints as
   * @param predicate given the unwrapped failure
   */
  public void retryIf(String name, Predicate<? super Throwable> predicate) {
    retryIf.add(
        new Named<>(
            PartName.checked("condition", name), Objects.requireNonNull(predicate, "retryIf")));
  }

  /**
   * Aborts on failures that a predicate holds for, whatever else is named.
   *
   * @param name what it prints as
   * @param predicate given the unwrapped failure
   */
  public void abortIf(String name, Predicate<? super Throwable> predicate) {
    abortIf.add(
        new Named<>(
            PartName.checked("condition", name), Objects.requireNonNull(predicate, "abortIf")));
  }

  /**
   * Retries results of a type that a predicate holds for.
   *
   * @param name what it prints as
   * @param type the type of result
   * @param rejected given the result, never null
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
   * Asks a classifier before the rules by class and predicate.
   *
   * @param name what it prints as
   * @param classifier asked about every outcome, results included
   */
  public void classifyWith(String name, Classifier classifier) {
    classifiers.add(
        new Named<>(
            PartName.checked("condition", name),
            Objects.requireNonNull(classifier, "classifyWith")));
  }

  /**
   * Attaches a server's hint to the verdict on failures that are retried.
   *
   * @param name what it prints as
   * @param type where the hint is: the failure or one of its causes, sixteen deep
   * @param hint how long to wait at least; null for no hint
   * @param <X> the type that has the hint
   */
  public <X> void hintFrom(
      String name, Class<X> type, Function<? super X, @Nullable Duration> hint) {
    hintFrom.add(hintSource("hintFrom", name, type, hint));
  }

  /**
   * Attaches a server's hint to the verdict on results, both those that are retried and those that
   * are accepted.
   *
   * @param name what it prints as
   * @param type the type of result
   * @param hint how long to wait at least; null for no hint
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
   * Makes the conditions.
   *
   * @return what was named so far; later calls of this builder do not change it
   */
  public Conditions build() {
    return new Conditions(new ConditionsBuilder(this));
  }
}
