package dev.reprise.spring.actuator;

import dev.reprise.spring.policies.AdditionalRetries;
import dev.reprise.spring.policies.AdditionalRetries.AdditionalRetry;
import dev.reprise.spring.policies.RetryPolicies;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.beans.factory.ObjectProvider;

/**
 * All retries of the starter by name: those of the policies, of classes of beans, and of
 * transactions. Several retries may have one name, as two classes with the same simple name have.
 */
final class ExistingRetries {

  private final RetryPolicies policies;
  private final ObjectProvider<AdditionalRetries> additional;

  ExistingRetries(RetryPolicies policies, ObjectProvider<AdditionalRetries> additional) {
    this.policies = policies;
    this.additional = additional;
  }

  /** The retries by name; the list of a name is not empty, and that of a policy is first. */
  SortedMap<String, List<AdditionalRetry>> byName() {
    SortedMap<String, List<AdditionalRetry>> all = new TreeMap<>();
    for (String name : policies.names()) {
      policies.find(name).ifPresent(retry -> add(all, name, new AdditionalRetry(retry, name)));
    }
    additional
        .orderedStream()
        .flatMap(some -> some.list().stream())
        .forEach(one -> add(all, one.retry().name(), one));
    return all;
  }

  private static void add(
      SortedMap<String, List<AdditionalRetry>> all, String name, AdditionalRetry retry) {
    all.computeIfAbsent(name, first -> new ArrayList<>()).add(retry);
  }
}
