package dev.reprise.spring.data;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.jdbc.TransactionRetry;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.RetryCustomizer;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.util.function.SingletonSupplier;

/**
 * Retried transactions on the data source, in which Spring's JDBC support takes part. Switched on
 * by {@code reprise.transactions.enabled=true}.
 */
@AutoConfiguration(
    after = RepriseAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
    })
@ConditionalOnClass(ConnectionHolder.class)
@ConditionalOnProperty(name = "reprise.enabled", havingValue = "true", matchIfMissing = true)
@ConditionalOnProperty(name = "reprise.transactions.enabled", havingValue = "true")
@ConditionalOnSingleCandidate(DataSource.class)
@ImportRuntimeHints(JdbcHints.class)
public class RepriseTransactionsAutoConfiguration {

  /** Creates the configuration; called by Spring. */
  public RepriseTransactionsAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  TransactionPolicy repriseTransactionPolicy(
      RetryRegistry registry,
      Environment environment,
      ObjectProvider<RetryCustomizer> customizers) {
    return new TransactionPolicy(
        registry,
        () -> environment.getProperty(TransactionPolicy.PROPERTY),
        SingletonSupplier.of(() -> byDefault(customizers)));
  }

  @Bean
  @ConditionalOnMissingBean
  TransactionRetry repriseTransactions(DataSource dataSource, TransactionPolicy policy) {
    return TransactionRetry.on(new SpringTransactions(dataSource)).with(policy);
  }

  private static Retry byDefault(ObjectProvider<RetryCustomizer> customizers) {
    Retry retry =
        Retry.of(TransactionRetry.defaultPolicy())
            .withBudget(RetryBudget.unlimited())
            .named("transaction");
    for (RetryCustomizer customizer : customizers.orderedStream().toList()) {
      retry = customizer.customize(retry);
    }
    return retry;
  }
}
