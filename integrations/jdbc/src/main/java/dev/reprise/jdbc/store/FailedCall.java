package dev.reprise.jdbc.store;

import dev.reprise.classify.Classifier;
import dev.reprise.classify.Verdict;
import dev.reprise.idempotency.store.IdempotencyStoreException;
import dev.reprise.jdbc.SqlClassifier;
import dev.reprise.jdbc.SqlPhase;
import dev.reprise.text.PrintableText;
import java.sql.SQLException;

/** A call that the database failed, and what was going on then. */
final class FailedCall extends IdempotencyStoreException {

  private static final long serialVersionUID = 1;

  private final transient Verdict verdict;

  FailedCall(String doing, String place, SQLException cause, SqlPhase phase) {
    super(
        "cannot " + doing + " in " + place + ": " + PrintableText.oneLine(cause.getMessage()),
        cause);
    this.verdict = SqlClassifier.standard().verdict(cause, phase);
  }

  /** Has an opinion on failed calls alone. */
  static Classifier classifier() {
    return outcome ->
        outcome.failureOrNull() instanceof FailedCall failed ? failed.verdict : Verdict.pass();
  }
}
