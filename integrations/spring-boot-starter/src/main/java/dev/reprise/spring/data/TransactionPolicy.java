package dev.reprise.spring.data;

import dev.reprise.Retry;
import dev.reprise.registry.RegistryChange;
import dev.reprise.registry.RetryRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;

/**
 * The retry of transactions: that of the policy which {@code reprise.transactions.policy} names, or
 * the defaults of transactions. Policies are looked up for each transaction, and the name is read
 * again after each reload. If the policy does not exist any more, or cannot be used, the last one
 * stays and an error is logged once.
 */
final class TransactionPolicy
    implements Supplier<Retry>, ApplicationListener<PayloadApplicationEvent<RegistryChange>> {

  static final String PREFIX = "reprise.transactions";
  static final String NAME = "policy";
  static final String PROPERTY = PREFIX + "." + NAME;

  static final String HEDGED = "a transaction cannot be hedged";

  private static final Logger LOG = System.getLogger("dev.reprise.spring");

  private final RetryRegistry registry;
  private final Supplier<@Nullable String> property;
  private final Supplier<Retry> defaults;
  private volatile @Nullable String name;
  private volatile @Nullable Retry seen;
  private volatile Retry used; // set before seen: a thread that finds seen also finds this

  /**
   * Reads the policy.
   *
   * @param property reads the name of the policy; null or blank for none
   * @param defaults returns the retry without a policy, always the same
   * @throws IllegalArgumentException if no policy has the name; the message lists the existing ones
   */
  TransactionPolicy(
      RetryRegistry registry, Supplier<@Nullable String> property, Supplier<Retry> defaults) {
    this.registry = registry;
    this.property = property;
    this.defaults = defaults;
    String first = readName();
    name = first;
    used = first == null ? defaults.get() : registry.retry(first);
    seen = used;
  }

  /** The current retry; the same instance until its policy or budget changes. */
  @Override
  public Retry get() {
    String wanted = name;
    Retry current = wanted == null ? defaults.get() : registry.find(wanted).orElse(null);
    return current == seen ? used : follow(String.valueOf(wanted), current);
  }

  private synchronized Retry follow(String wanted, @Nullable Retry current) {
    if (current != seen) {
      if (current == null) {
        refuse(wanted, "no policy has this name");
      } else if (current.policy().hedge().isPresent()) {
        refuse(wanted, HEDGED);
      } else {
        used = current;
      }
      seen = current;
    }
    return used;
  }

  private @Nullable String readName() {
    String written = property.get();
    return written == null || written.isBlank() ? null : written;
  }

  private void refuse(String wanted, String reason) {
    LOG.log(
        Level.ERROR,
        PROPERTY
            + "="
            + wanted
            + ": "
            + reason
            + "; transactions keep the policy "
            + used.policy());
  }

  @Override
  public void onApplicationEvent(PayloadApplicationEvent<RegistryChange> reload) {
    name = readName();
    Retry unused = get();
  }
}
