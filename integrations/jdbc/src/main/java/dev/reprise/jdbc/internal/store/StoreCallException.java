package dev.reprise.jdbc.internal.store;

import dev.reprise.classify.Classifier;
import dev.reprise.classify.Verdict;
import dev.reprise.idempotency.store.IdempotencyStoreException;
import dev.reprise.jdbc.classify.SqlClassifier;
import dev.reprise.jdbc.classify.SqlPhase;
import dev.reprise.text.PrintableText;
import java.sql.SQLException;

/** Failure of a store call in the database, with the verdict for its retry. */
final class StoreCallException extends IdempotencyStoreException {

  private static final long serialVersionUID = 1;

  private final transient Verdict verdict;

  StoreCallException(String action, String place, SQLException cause, SqlPhase phase) {
    super(
        "cannot " + action + " in " + place + ": " + PrintableText.oneLine(cause.getMessage()),
        cause);
    this.verdict = SqlClassifier.standard().verdict(cause, phase);
  }

  /** Returns a classifier that judges only these exceptions. */
  static Classifier classifier() {
    return outcome ->
        outcome.failureOrNull() instanceof StoreCallException failed
            ? failed.verdict
            : Verdict.pass();
  }
}
