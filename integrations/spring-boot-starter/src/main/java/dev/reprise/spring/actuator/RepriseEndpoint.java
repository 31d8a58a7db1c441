package dev.reprise.spring.actuator;

import dev.reprise.registry.RegistryChange;
import dev.reprise.spring.beans.RetriedBeans;
import dev.reprise.spring.http.ClientPolicies;
import dev.reprise.spring.policies.InvalidPoliciesException;
import dev.reprise.spring.policies.PropertyMistake;
import dev.reprise.spring.policies.RetryPolicies;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.json.JsonParser;
import org.springframework.boot.json.JsonParserFactory;

/**
 * The actuator endpoint {@code reprise}: policies with their explanations, budgets and last
 * reports, and a reload. The form of its JSON is described in {@code
 * docs/guide/spring-actuator.md}.
 */
@Endpoint(id = "reprise")
public final class RepriseEndpoint {

  private static final int CONFLICT = 409;

  private final RetryPolicies policies;
  private final PolicyDescriptions descriptions;
  private final KeptReports reports;
  private final ObjectProvider<RetriedBeans> beans;
  private final ObjectProvider<ClientPolicies> clients;
  private final JsonParser json = JsonParserFactory.getJsonParser();

  RepriseEndpoint(
      RetryPolicies policies,
      KeptReports reports,
      ObjectProvider<RetriedBeans> beans,
      ObjectProvider<ClientPolicies> clients) {
    this.policies = policies;
    this.reports = reports;
    this.beans = beans;
    this.clients = clients;
    descriptions = new PolicyDescriptions(policies);
  }

  /**
   * Describes all retries.
   *
   * @return policies by name, the last reports by name of the retry, the retried beans with the
   *     order of their advisors, and the policies of HTTP clients
   */
  @ReadOperation
  public Map<String, Object> retries() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("policies", descriptions.all());
    Map<String, Object> byName = new LinkedHashMap<>();
    reports.all().forEach((name, some) -> byName.put(name, described(some)));
    all.put("reports", byName);
    all.put("beans", retriedBeans());
    ClientPolicies ofClients = clients.getIfAvailable();
    all.put("httpClients", ofClients == null ? Map.of() : ofClients.all());
    return all;
  }

  private Map<String, Object> retriedBeans() {
    Map<String, Object> byName = new LinkedHashMap<>();
    RetriedBeans retried = beans.getIfAvailable();
    if (retried != null) {
      for (RetriedBeans.RetriedBean bean : retried.list()) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("type", bean.type());
        described.put("methods", bean.methods());
        described.put("advisors", bean.advisors());
        byName.put(bean.name(), described);
      }
    }
    return byName;
  }

  /**
   * Describes one policy.
   *
   * @param name name of the policy
   * @return the policy with the last reports of its retry; null, that is status 404, if there is no
   *     policy with this name
   */
  @ReadOperation
  public @Nullable Map<String, @Nullable Object> retry(@Selector String name) {
    Map<String, @Nullable Object> one = descriptions.one(name);
    if (one != null) {
      one.put("reports", described(reports.of(name)));
    }
    return one;
  }

  /**
   * Reads the properties of the policies again.
   *
   * @return the names that were added, changed and removed; with status 400 all mistakes in the
   *     properties, after which nothing has changed; with status 409 a message if the application
   *     defines the registry itself
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
          invalid.mistakes().stream().map(RepriseEndpoint::described).toList();
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

  private List<Map<String, Object>> described(List<KeptReports.Kept> some) {
    return some.stream().map(this::described).toList();
  }

  private Map<String, Object> described(KeptReports.Kept kept) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("ended", kept.ended().toString());
    described.put("report", json.parseMap(kept.report().toJson()));
    return described;
  }
}
