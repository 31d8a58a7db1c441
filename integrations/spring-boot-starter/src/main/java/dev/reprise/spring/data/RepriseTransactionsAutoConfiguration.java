package dev.reprise.spring.data;

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
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.ConnectionHolder;

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
  static TransactionsCheck repriseTransactionsCheck(ConfigurableEnvironment environment) {
    return new TransactionsCheck(environment);
  }

  @Bean
  DefaultTransactionRetry repriseTransactionsByDefault(
      ObjectProvider<RetryCustomizer> customizers) {
    return new DefaultTransactionRetry(customizers);
  }

  @Bean
  @ConditionalOnMissingBean
  TransactionPolicy repriseTransactionPolicy(
      RetryRegistry registry,
      Environment environment,
      DefaultTransactionRetry byDefault,
      TransactionsCheck check) {
    TransactionPolicy policy =
        new TransactionPolicy(
            registry, () -> environment.getProperty(TransactionPolicy.PROPERTY), byDefault);
    check.checkNotHedged(policy.get());
    return policy;
  }

  @Bean
  @ConditionalOnMissingBean
  TransactionRetry repriseTransactions(DataSource dataSource, TransactionPolicy policy) {
    return TransactionRetry.on(new SpringTransactions(dataSource)).with(policy);
  }
}
