package dev.reprise.spring.actuator;

import dev.reprise.registry.RegistryChange;
import dev.reprise.spring.beans.RetriedBeans;
import dev.reprise.spring.grpc.ChannelPolicies;
import dev.reprise.spring.http.ClientPolicies;
import dev.reprise.spring.policies.AdditionalRetries.AdditionalRetry;
import dev.reprise.spring.policies.BeanMistake;
import dev.reprise.spring.policies.InvalidPoliciesException;
import dev.reprise.spring.policies.PropertyMistake;
import dev.reprise.spring.policies.RetryPolicies;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * The actuator endpoint {@code reprise}: retries with policies, budgets and last reports, and a
 * reload. The form of its JSON is described in {@code docs/guide/spring-actuator.md}.
 */
@Endpoint(id = "reprise")
public final class RepriseEndpoint {

  private static final int CONFLICT = 409;

  private final RetryPolicies policies;
  private final ExistingRetries retries;
  private final RetryDescriptions descriptions = new RetryDescriptions();
  private final KeptReports reports;
  private final ObjectProvider<RetriedBeans> beans;
  private final ObjectProvider<ClientPolicies> clients;
  private final ObjectProvider<ChannelPolicies> channels;

  RepriseEndpoint(
      RetryPolicies policies,
      ExistingRetries retries,
      KeptReports reports,
      ObjectProvider<RetriedBeans> beans,
      ObjectProvider<ClientPolicies> clients,
      ObjectProvider<ChannelPolicies> channels) {
    this.policies = policies;
    this.retries = retries;
    this.reports = reports;
    this.beans = beans;
    this.clients = clients;
    this.channels = channels;
  }

  /**
   * Describes all retries.
   *
   * @return the retries by name in their short form, the newest report of each, the retried beans
   *     with the order of their advisors, and the policies of HTTP clients and gRPC channels
   */
  @ReadOperation
  public Map<String, Object> retries() {
    Map<String, Object> all = new LinkedHashMap<>();
    Map<String, Object> summaries = new LinkedHashMap<>();
    retries.byName().forEach((name, ofName) -> summaries.put(name, descriptions.summary(ofName)));
    all.put("policies", summaries);
    Map<String, Object> newest = new LinkedHashMap<>();
    reports.newest().forEach((name, report) -> newest.put(name, descriptions.report(report)));
    all.put("reports", newest);
    all.put("beans", retriedBeans());
    ClientPolicies ofClients = clients.getIfAvailable();
    all.put("httpClients", ofClients == null ? Map.of() : ofClients.all());
    ChannelPolicies ofChannels = channels.getIfAvailable();
    all.put("grpcChannels", ofChannels == null ? Map.of() : ofChannels.all());
    return all;
  }

  private Map<String, Object> retriedBeans() {
    Map<String, Object> byName = new LinkedHashMap<>();
    RetriedBeans retried = beans.getIfAvailable();
    if (retried != null) {
      for (RetriedBeans.RetriedBean bean : retried.list()) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("type", bean.type());
        Map<String, Object> methods = new LinkedHashMap<>();
        bean.methods().forEach((method, retry) -> methods.put(method, described(retry)));
        described.put("methods", methods);
        described.put("advisors", bean.advisors());
        byName.put(bean.name(), described);
      }
    }
    return byName;
  }

  private static Map<String, @Nullable Object> described(RetriedBeans.MethodRetry retry) {
    Map<String, @Nullable Object> described = new LinkedHashMap<>();
    described.put("retry", retry.retry());
    described.put("policy", retry.policy());
    described.put("fallback", retry.fallback());
    return described;
  }

  /**
   * Describes the retry of a name.
   *
   * @param name name of a policy, or of a class whose methods name no policy
   * @return the retry with the explanation of its policy and all its reports; null, that is status
   *     404, if there is no retry with this name
   */
  @ReadOperation
  public @Nullable Map<String, @Nullable Object> retry(@Selector String name) {
    List<AdditionalRetry> ofName = retries.byName().get(name);
    if (ofName == null) {
      return null;
    }
    Map<String, @Nullable Object> one = descriptions.whole(name, ofName);
    one.put("reports", reports.of(name).stream().map(descriptions::report).toList());
    return one;
  }

  /**
   * Reads the properties of the policies again.
   *
   * @return the names that were added, changed and removed; with status 400 all mistakes in the
   *     properties and in the annotations that they no longer fit, after which nothing has changed;
   *     with status 409 a message if the application defines the registry itself
   */
  @WriteOperation
  public WebEndpointResponse<Map<String, Object>> reload() {
    try {
      RegistryChange change = policies.reload();
      Map<String, Object> changed = new LinkedHashMap<>();
      changed.put("added", change.added());
      changed.put("changed", change.changed());
      changed.put("removed", change.removed());
      return new WebEndpointResponse<>(changed);
    } catch (InvalidPoliciesException invalid) {
      List<Map<String, Object>> mistakes =
          Stream.concat(
                  invalid.mistakes().stream().map(RepriseEndpoint::described),
                  invalid.beanMistakes().stream().map(RepriseEndpoint::described))
              .toList();
      return new WebEndpointResponse<>(
          Map.of("mistakes", mistakes), WebEndpointResponse.STATUS_BAD_REQUEST);
    } catch (IllegalStateException ownRegistry) {
      return new WebEndpointResponse<>(
          Map.of("message", String.valueOf(ownRegistry.getMessage())), CONFLICT);
    }
  }

  private static Map<String, Object> described(PropertyMistake mistake) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("property", mistake.property());
    described.put("value", mistake.value());
    described.put("reason", mistake.reason());
    described.put("origins", mistake.origins());
    return described;
  }

  private static Map<String, Object> described(BeanMistake mistake) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("annotation", mistake.place());
    described.put("beans", mistake.beans());
    described.put("reason", mistake.reason());
    return described;
  }
}
