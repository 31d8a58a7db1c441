package dev.reprise.spring.data;

import dev.reprise.Retry;
import dev.reprise.RetrySource;
import dev.reprise.spring.policies.Mistakes;
import dev.reprise.spring.policies.StartupCheck;
import dev.reprise.spring.policies.WrittenProperty;
import java.util.Optional;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Stops the start if the policy of transactions does not exist or cannot be used. Its settings are
 * known only when the policy is needed for the first time.
 */
final class TransactionsCheck implements StartupCheck {

  private final ConfigurableEnvironment environment;

  TransactionsCheck(ConfigurableEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public void check(
      ConfigurableListableBeanFactory beans, Optional<RetrySource> policies, Mistakes mistakes) {
    Optional<WrittenProperty> property = property();
    if (policies.isPresent() && property.isPresent()) {
      Optional<Retry> unused = property.get().policy(environment, policies.get(), mistakes);
    }
  }

  /**
   * Checks the policy that is used first.
   *
   * @throws dev.reprise.spring.policies.InvalidPoliciesException if it is hedged
   */
  void checkNotHedged(Retry first) {
    Mistakes mistakes = new Mistakes();
    if (first.policy().hedge().isPresent()) {
      property().ifPresent(written -> mistakes.add(written.mistake(TransactionPolicy.HEDGED)));
    }
    mistakes.throwIfAny();
  }

  private Optional<WrittenProperty> property() {
    return WrittenProperty.below(environment, TransactionPolicy.PREFIX).stream()
        .filter(property -> property.isNamed(TransactionPolicy.NAME))
        .findFirst();
  }
}
