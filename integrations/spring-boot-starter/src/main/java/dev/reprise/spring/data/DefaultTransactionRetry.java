package dev.reprise.spring.data;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.jdbc.TransactionRetry;
import dev.reprise.spring.RetryCustomizer;
import dev.reprise.spring.policies.AdditionalRetries;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** The retry {@code transaction}, which is created if no policy is set for transactions. */
final class DefaultTransactionRetry implements Supplier<Retry>, AdditionalRetries {

  private final ObjectProvider<RetryCustomizer> customizers;
  private volatile @Nullable Retry created;

  DefaultTransactionRetry(ObjectProvider<RetryCustomizer> customizers) {
    this.customizers = customizers;
  }

  /** The retry, always the same. */
  @Override
  public Retry get() {
    Retry known = created;
    return known == null ? create() : known;
  }

  private synchronized Retry create() {
    Retry retry = created;
    if (retry == null) {
      retry =
          Retry.of(TransactionRetry.defaultPolicy())
              .withBudget(RetryBudget.unlimited())
              .named("transaction");
      for (RetryCustomizer customizer : customizers.orderedStream().toList()) {
        retry = customizer.customize(retry);
      }
      created = retry;
    }
    return retry;
  }

  @Override
  public List<AdditionalRetry> list() {
    Retry retry = created;
    return retry == null ? List.of() : List.of(new AdditionalRetry(retry, null));
  }
}
