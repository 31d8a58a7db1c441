package dev.reprise.examples.springtx;

import dev.reprise.Retry;
import dev.reprise.classify.Classifier;
import dev.reprise.jdbc.classify.SqlClassifier;
import dev.reprise.jdbc.classify.SqlPhase;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A retry around Spring's {@link TransactionTemplate}: the whole transaction is repeated. Within an
 * outer transaction nothing is retried.
 */
public final class RetriedTemplate {

  private final Retry retry;
  private final TransactionTemplate template;

  /**
   * Puts a retry around a template.
   *
   * @param retry made once for the data source; its policy declares the idempotency
   * @param template begins, commits and rolls back
   */
  public RetriedTemplate(Retry retry, TransactionTemplate template) {
    this.retry = retry;
    this.template = template;
  }

  <T extends @Nullable Object> T execute(TransactionCallback<T> work) {
    if (TransactionSynchronizationManager.isActualTransactionActive()) {
      return template.execute(work);
    }
    Progress progress = new Progress();
    return retry
        .withPolicy(retry.policy().toBuilder().classifyWith("sql", progress.classifier()).build())
        .call(() -> template.execute(progress.watching(work)));
  }

  /** Progress of an attempt: only a failed commit may have had an effect. */
  private static final class Progress implements TransactionSynchronization {

    private volatile SqlPhase phase = SqlPhase.CONNECTING;

    Classifier classifier() {
      return outcome -> SqlClassifier.standard().at(phase).classify(outcome);
    }

    <T extends @Nullable Object> TransactionCallback<T> watching(TransactionCallback<T> work) {
      phase = SqlPhase.CONNECTING;
      return status -> {
        phase = SqlPhase.IN_TRANSACTION;
        TransactionSynchronizationManager.registerSynchronization(this);
        return work.doInTransaction(status);
      };
    }

    @Override
    public void beforeCommit(boolean readOnly) {
      phase = SqlPhase.COMMITTING;
    }
  }
}
