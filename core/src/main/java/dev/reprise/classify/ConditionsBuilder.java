package dev.reprise.classify;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

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
    retryIf.add(new Named<>(checked(name), Objects.requireNonNull(predicate, "retryIf")));
  }

  /**
   * Aborts on failures that a predicate holds for, whatever else is named.
   *
   * @param name what it prints as
   * @param predicate given the unwrapped failure
   */
  public void abortIf(String name, Predicate<? super Throwable> predicate) {
    abortIf.add(new Named<>(checked(name), Objects.requireNonNull(predicate, "abortIf")));
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
    retryOnResult.add(new Named<>(checked(name), new ResultCondition<>(type, rejected)));
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
    classifiers.add(new Named<>(checked(name), Objects.requireNonNull(classifier, "classifyWith")));
  }

  /**
   * Makes the conditions.
   *
   * @return what was named so far; later calls of this builder do not change it
   */
  public Conditions build() {
    return new Conditions(new ConditionsBuilder(this));
  }

  private static String checked(String name) {
    Objects.requireNonNull(name, "name");
    if (!name.matches("[A-Za-z][A-Za-z0-9_.$-]*")) {
      throw new IllegalArgumentException(
          "name of a condition must be letters, digits, '_', '.', '$' or '-', but was \""
              + name
              + "\"");
    }
    return name;
  }
}
