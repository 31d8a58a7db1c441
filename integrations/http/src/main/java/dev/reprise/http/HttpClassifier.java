package dev.reprise.http;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.classify.Classifier;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import org.jspecify.annotations.Nullable;

/** Classifies outcomes by {@link HttpRules}. */
record HttpClassifier(HttpRules rules, HttpOutcomeReader outcomes) implements Classifier {

  private static final int DEPTH = 8;

  @Override
  public Verdict classify(Outcome<?> outcome) {
    Throwable failure = outcome.failureOrNull();
    if (failure != null) {
      HttpFault fault = faultOf(Failures.unwrap(failure));
      return fault == null ? Verdict.pass() : rules.ofFault(fault);
    }
    Object value = outcome.valueOrNull();
    HttpResponseInfo response = value == null ? null : outcomes.response(value);
    return response == null ? Verdict.pass() : rules.ofResponse(response);
  }

  private @Nullable HttpFault faultOf(Throwable failure) {
    if (isBodyChanged(failure)) {
      return HttpFault.CLIENT;
    }
    HttpFault fault = outcomes.fault(failure);
    return fault == null && failure instanceof AttemptTimeoutException ? HttpFault.TIMEOUT : fault;
  }

  private static boolean isBodyChanged(Throwable failure) {
    Throwable layer = failure;
    for (int depth = 0; layer != null && depth < DEPTH; depth++) {
      if (layer instanceof BodyChangedException) {
        return true;
      }
      layer = layer.getCause();
    }
    return false;
  }
}
