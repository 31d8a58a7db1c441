package dev.reprise.spring.data;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties below {@code reprise.transactions}.
 *
 * @param enabled true to create the bean
 * @param policy name of the policy; null for the defaults of transactions
 */
@ConfigurationProperties("reprise.transactions")
record TransactionsProperties(@DefaultValue("false") boolean enabled, @Nullable String policy) {}
