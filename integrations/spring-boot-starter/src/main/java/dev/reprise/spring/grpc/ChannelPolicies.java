package dev.reprise.spring.grpc;

import dev.reprise.RetrySource;
import dev.reprise.spring.policies.Mistakes;
import dev.reprise.spring.policies.PoliciesByName;
import dev.reprise.spring.policies.ReloadCheck;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/** The policies of gRPC channels by the properties {@code reprise.grpc.channels.NAME=POLICY}. */
public final class ChannelPolicies implements ReloadCheck {

  static final String PROPERTY = "reprise.grpc.channels";

  private final PoliciesByName policies;

  ChannelPolicies(Environment environment) {
    policies = PoliciesByName.of(environment, PROPERTY);
  }

  /**
   * The names and policies as the properties have them.
   *
   * @return the name of a policy by the name of a channel; sorted, unmodifiable
   */
  public Map<String, String> all() {
    return policies.all();
  }

  @Override
  public void check(RetrySource next, Mistakes mistakes) {
    policies.checkReload(next, mistakes);
  }

  /** The policy of a channel that is created; null if it has none. */
  @Nullable String policyOf(String channel) {
    return policies.policyOf(channel);
  }

  /** The channels that were created. */
  Set<String> created() {
    return policies.found();
  }
}
