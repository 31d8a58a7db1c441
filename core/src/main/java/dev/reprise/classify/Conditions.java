package dev.reprise.classify;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a policy as one classifier: which outcomes to retry or abort, by class, cause,
 * predicate and result. Immutable; classes compare by value and code by identity. The order of
 * evaluation does not depend on the order in which conditions were added:
 *
 * <ol>
 *   <li>abort conditions abort;
 *   <li>classifiers decide, in the order in which they were added;
 *   <li>errors, interruptions, cancellations and bugs are aborted unless their own class, or one
 *       below it, is named (bugs also where a named class is among their causes);
 *   <li>if no retry condition is set, all other failures are retried, except known exceptions of
 *       libraries that another attempt does not change; else failures that match a retry condition
 *       and attempts that timed out are retried, and all others are aborted;
 *   <li>a result is retried if a result condition holds for it, else accepted;
 *   <li>hints are added to the verdict on retried outcomes and on accepted results: the longest
 *       hint applies, and a retried outcome with a hint becomes throttled unless it is a timeout or
 *       a classifier set its kind.
 * </ol>
 *
 * <p>Wrappers such as {@link java.util.concurrent.CompletionException} are unwrapped.
 */
public final class Conditions implements Classifier {

  /**
   * No conditions: every failure is retried except errors, interruptions, cancellations, bugs and
   * exceptions of libraries that another attempt does not change; every result is accepted.
   */
  public static final Conditions DEFAULT = new ConditionsBuilder().build();

  private static final int CAUSES = 16;
  private static final Verdict RETRY_TIMEOUT = Verdict.retry().withKind(FailureKind.TIMEOUT);

  private final ConditionsBuilder parts;
  private final Class<?>[] retryOn;
  private final Class<?>[] retryOnCause;
  private final Class<?>[] abortOn;
  private final boolean namesNothing;
  private final boolean acceptsEveryResult;

  Conditions(ConditionsBuilder parts) {
    this.parts = parts;
    retryOn = parts.retryOn.toArray(new Class<?>[0]);
    retryOnCause = parts.retryOnCause.toArray(new Class<?>[0]);
    abortOn = parts.abortOn.toArray(new Class<?>[0]);
    namesNothing =
        parts.retryOn.isEmpty() && parts.retryOnCause.isEmpty() && parts.retryIf.isEmpty();
    acceptsEveryResult =
        parts.classifiers.isEmpty()
            && parts.retryOnResult.isEmpty()
            && parts.hintFromResult.isEmpty()
            && !parts.retryOnNull;
  }

  @Override
  public Verdict classify(Outcome<?> outcome) {
    if (outcome instanceof Outcome.Threw<?> threw) {
      return classify(threw.failure(), threw);
    }
    if (acceptsEveryResult) {
      return Verdict.accept();
    }
    Verdict verdict = classifyResult(outcome);
    Object value = outcome.valueOrNull();
    return value == null || verdict.action() == Verdict.Action.ABORT
        ? verdict
        : hinted(verdict, parts.hintFromResult, value);
  }

  /**
   * Same as {@link #classify} for an outcome that threw. Creates no outcome unless a {@link
   * Classifier} needs one.
   *
   * @param failure the exception of the attempt
   * @return the verdict
   */
  public Verdict classifyFailure(Throwable failure) {
    return classify(failure, null);
  }

  private Verdict classify(Throwable failure, Outcome.@Nullable Threw<?> threw) {
    Verdict verdict = verdictOn(failure, threw);
    return verdict.action() == Verdict.Action.RETRY ? hintedByCauses(verdict, failure) : verdict;
  }

  private Verdict hintedByCauses(Verdict verdict, Throwable failure) {
    if (parts.hintFrom.isEmpty()) {
      return verdict;
    }
    Verdict hinted = verdict;
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < CAUSES; depth++) {
      hinted = hinted(hinted, parts.hintFrom, cause);
      cause = cause.getCause();
    }
    return hinted;
  }

  private static Verdict hinted(
      Verdict verdict, List<Named<HintSource<?>>> sources, Object carrier) {
    Verdict hinted = verdict;
    for (int i = 0; i < sources.size(); i++) {
      Duration hint = sources.get(i).code().from(carrier);
      hinted = hint == null ? hinted : hinted.withHint(hint);
    }
    return hinted;
  }

  /**
   * Returns true if every result is accepted, so that results need no check.
   *
   * @return true if no result condition, no hint from results and no classifier is set
   */
  public boolean acceptsEveryResult() {
    return acceptsEveryResult;
  }

  /**
   * Creates a builder that starts with these conditions.
   *
   * @return a new builder
   */
  public ConditionsBuilder toBuilder() {
    return new ConditionsBuilder(parts);
  }

  private Verdict verdictOn(Throwable failure, Outcome.@Nullable Threw<?> threw) {
    Throwable inner = Failures.unwrap(failure);
    if (isAborted(failure, inner)) {
      return Verdict.abort();
    }
    if (!parts.classifiers.isEmpty()) {
      Verdict verdict = askClassifiers(threw == null ? Outcome.threw(failure) : threw);
      if (verdict.action() != Verdict.Action.PASS) {
        return verdict;
      }
    }
    return isRetried(failure, inner) ? retry(inner) : Verdict.abort();
  }

  private static Verdict retry(Throwable inner) {
    return Failures.isTimeout(inner) ? RETRY_TIMEOUT : Verdict.retry();
  }

  private boolean isAborted(Throwable failure, Throwable inner) {
    return matches(abortOn, failure, inner) || holds(parts.abortIf, inner);
  }

  private boolean isRetried(Throwable failure, Throwable inner) {
    Class<? extends Throwable> guard = Failures.hardGuard(inner);
    if (guard != null) {
      return namesWithin(guard, inner);
    }
    guard = Failures.bugGuard(inner);
    if (guard != null) {
      return namesWithin(guard, inner) || hasNamedCause(inner.getCause());
    }
    if (namesNothing) {
      return !LibraryFailures.isFutile(inner);
    }
    return inner instanceof AttemptTimeoutException
        || matches(retryOn, failure, inner)
        || holds(parts.retryIf, inner)
        || hasNamedCause(failure);
  }

  private boolean namesWithin(Class<? extends Throwable> guard, Throwable failure) {
    return namesWithin(retryOn, guard, failure) || namesWithin(retryOnCause, guard, failure);
  }

  private static boolean namesWithin(
      Class<?>[] classes, Class<? extends Throwable> guard, Throwable failure) {
    for (Class<?> named : classes) {
      if (guard.isAssignableFrom(named) && named.isInstance(failure)) {
        return true;
      }
    }
    return false;
  }

  private boolean hasNamedCause(@Nullable Throwable failure) {
    if (retryOnCause.length == 0) {
      return false;
    }
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < CAUSES; depth++) {
      if (matches(retryOnCause, cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  /** Checks the thrown exception, the unwrapped failure, and every wrapper between the two. */
  private static boolean matches(Class<?>[] classes, Throwable failure, Throwable inner) {
    if (classes.length == 0) {
      return false;
    }
    Throwable layer = failure;
    for (int depth = 0; layer != null && layer != inner && depth < CAUSES; depth++) {
      if (matches(classes, layer)) {
        return true;
      }
      layer = layer.getCause();
    }
    return matches(classes, inner);
  }

  private static boolean matches(Class<?>[] classes, Throwable failure) {
    for (Class<?> type : classes) {
      if (type.isInstance(failure)) {
        return true;
      }
    }
    return false;
  }

  private static boolean holds(
      List<Named<Predicate<? super Throwable>>> predicates, Throwable failure) {
    for (int i = 0; i < predicates.size(); i++) {
      if (predicates.get(i).code().test(failure)) {
        return true;
      }
    }
    return false;
  }

  private Verdict askClassifiers(Outcome<?> outcome) {
    for (Named<Classifier> classifier : parts.classifiers) {
      Verdict verdict = classifier.code().classify(outcome);
      if (verdict == null) {
        throw new NullPointerException("classifier " + classifier + " returned null");
      }
      if (verdict.action() != Verdict.Action.PASS) {
        return verdict;
      }
    }
    return Verdict.pass();
  }

  private Verdict classifyResult(Outcome<?> outcome) {
    Verdict verdict = askClassifiers(outcome);
    if (verdict.action() != Verdict.Action.PASS) {
      return verdict;
    }
    Object value = outcome.valueOrNull();
    if (value == null) {
      return parts.retryOnNull ? Verdict.retry() : Verdict.accept();
    }
    for (Named<ResultCondition<?>> condition : parts.retryOnResult) {
      if (condition.code().holdsFor(value)) {
        return Verdict.retry();
      }
    }
    return Verdict.accept();
  }

  /**
   * The conditions as settings of a policy's text form: name and value, in a fixed order, only
   * those that are set. Code appears as {@code custom(name)}.
   *
   * @return pairs such as {@code retryOn=java.io.IOException}
   */
  public List<String> settings() {
    List<String> settings = new ArrayList<>();
    addClasses(settings, "retryOn", parts.retryOn);
    addClasses(settings, "retryOnCause", parts.retryOnCause);
    addCode(settings, "retryIf", parts.retryIf);
    addClasses(settings, "abortOn", parts.abortOn);
    addCode(settings, "abortIf", parts.abortIf);
    addCode(settings, "retryOnResult", parts.retryOnResult);
    if (parts.retryOnNull) {
      settings.add("retryOnNull=true");
    }
    addCode(settings, "classifyWith", parts.classifiers);
    addCode(settings, "hintFrom", parts.hintFrom);
    addCode(settings, "hintFromResult", parts.hintFromResult);
    return settings;
  }

  private static void addClasses(
      List<String> settings, String name, Set<Class<? extends Throwable>> classes) {
    if (!classes.isEmpty()) {
      StringJoiner names = new StringJoiner(",", name + "=", "");
      for (Class<?> each : classes) {
        names.add(each.getName());
      }
      settings.add(names.toString());
    }
  }

  private static void addCode(List<String> settings, String name, List<? extends Named<?>> code) {
    if (!code.isEmpty()) {
      settings.add(name + "=" + String.join(",", code.stream().map(Named::toString).toList()));
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Conditions that
        && parts.retryOn.equals(that.parts.retryOn)
        && parts.retryOnCause.equals(that.parts.retryOnCause)
        && parts.abortOn.equals(that.parts.abortOn)
        && parts.retryIf.equals(that.parts.retryIf)
        && parts.abortIf.equals(that.parts.abortIf)
        && parts.retryOnResult.equals(that.parts.retryOnResult)
        && parts.retryOnNull == that.parts.retryOnNull
        && parts.classifiers.equals(that.parts.classifiers)
        && parts.hintFrom.equals(that.parts.hintFrom)
        && parts.hintFromResult.equals(that.parts.hintFromResult);
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        parts.retryOn,
        parts.retryOnCause,
        parts.abortOn,
        parts.retryIf,
        parts.abortIf,
        parts.retryOnResult,
        parts.retryOnNull,
        parts.classifiers,
        parts.hintFrom,
        parts.hintFromResult);
  }

  @Override
  public String toString() {
    return String.join(" ", settings());
  }
}
