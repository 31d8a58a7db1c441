package dev.reprise.registry;

import dev.reprise.Retry;
import dev.reprise.RetrySource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Retries by name, from properties:
 *
 * <pre>
 * reprise.policies.orders.maxAttempts=5
 * reprise.policies.orders.within=30s
 * reprise.policies.orders.budget=ratio(20%, 10/s)
 * reprise.policies.mail=maxAttempts=2 retryOn=java.io.IOException
 * </pre>
 *
 * <p>A policy is defined either by its settings or by one text, not both. Settings have the names
 * and values of the text form that {@link dev.reprise.policy.RetryPolicy#parse} reads, in exactly
 * that spelling; blanks are allowed after commas in lists. {@code budget}, which is allowed with
 * both forms, has the text form that {@link dev.reprise.budget.RetryBudget#parse} reads. A setting
 * that is absent has its default; an empty text means all defaults. Names have letters, digits,
 * {@code _} and {@code -}, all ASCII, and at most {@value #MAX_NAME_LENGTH} of them. Keys that do
 * not begin with {@code reprise.policies} are ignored; every other key must be valid.
 *
 * <p>If the properties contain a mistake, none of them is used: {@link InvalidSettingsException}
 * lists all mistakes. {@link #reload} changes all names in one step. Safe for use by any thread.
 */
public final class RetryRegistry implements RetrySource {

  /** Maximum number of characters of a name. */
  public static final int MAX_NAME_LENGTH = 100;

  private final RegistryCustomization wiring;
  private final AtomicReference<Snapshot> current = new AtomicReference<>(Snapshot.EMPTY);
  private volatile boolean shutDown;

  RetryRegistry(RegistryCustomization wiring) {
    this.wiring = wiring;
  }

  /**
   * Creates a registry from properties, without listeners, in the system's environment.
   *
   * @param properties keys and values are strings, such as a {@link java.util.Properties}, whose
   *     defaults count; copied
   * @return a new registry
   * @throws InvalidSettingsException if there is any mistake in them
   */
  public static RetryRegistry of(Map<?, ?> properties) {
    return builder().build(properties);
  }

  /**
   * Creates a registry from a properties file, without listeners, in the system's environment.
   *
   * @param file in the format of {@link java.util.Properties}, in UTF-8; a duplicate key is a
   *     mistake
   * @return a new registry
   * @throws IOException if the file cannot be read, is not in UTF-8, or if its name or content
   *     shows another format such as YAML
   * @throws InvalidSettingsException if there is any mistake in it
   */
  public static RetryRegistry load(Path file) throws IOException {
    return builder().load(file);
  }

  /**
   * Creates a builder for parts without a text form: listeners, an environment, conditions in code.
   *
   * @return a new builder
   */
  public static RetryRegistryBuilder builder() {
    return new RetryRegistryBuilder();
  }

  /**
   * Returns the retry of a name. Costs one lookup in a map: call it before each call, so that
   * reloads take effect.
   *
   * @param name its name
   * @return the current retry; the same instance until its policy or budget changes
   * @throws IllegalArgumentException if the name does not exist; the message lists the existing
   *     names
   */
  @Override
  public Retry retry(String name) {
    return current().retry(Objects.requireNonNull(name, "name"));
  }

  /**
   * Returns the retry of a name that may be absent. Costs as little as {@link #retry}.
   *
   * @param name its name
   * @return the current retry; empty if the name does not exist
   */
  public Optional<Retry> find(String name) {
    return current().find(Objects.requireNonNull(name, "name"));
  }

  /**
   * The current names.
   *
   * @return the names, sorted; immutable
   */
  public SortedSet<String> names() {
    return current().names();
  }

  /**
   * Replaces the properties, for all names in one step; if there is a mistake, nothing changes. For
   * each name:
   *
   * <ul>
   *   <li>nothing changed: the same {@link Retry} instance;
   *   <li>changed policy: a copy {@linkplain Retry#withPolicy with the new policy}, which keeps
   *       budget, state, listeners and all other parts;
   *   <li>changed budget: a copy with a new, full budget and a new state;
   *   <li>new name: a new retry;
   *   <li>removed name: it is no longer found. Its retry is not shut down: calls in progress
   *       continue, and code that holds the retry may still use it. If the name is added again, it
   *       gets a new retry.
   * </ul>
   *
   * <p>Calls in progress keep the policy with which they began. Reloads by several threads happen
   * one after the other, and the last one applies.
   *
   * @param properties as for {@link #of}
   * @return the changed names
   * @throws InvalidSettingsException if there is any mistake in them
   */
  public RegistryChange reload(Map<?, ?> properties) {
    return change(RegistryProperties.of(properties));
  }

  /**
   * Same as {@link #reload(Map)}, from a file.
   *
   * @param file as for {@link #load}
   * @return the changed names
   * @throws IOException as for {@link #load}; nothing changes
   * @throws InvalidSettingsException if there is any mistake in it; nothing changes
   */
  public RegistryChange reload(Path file) throws IOException {
    return change(PropertyFile.read(file));
  }

  /**
   * Ends all waits of the current retries and of their copies, as {@link Retry#shutdown} does for
   * one. For the end of an application. Names that a later {@link #reload} adds get retries that
   * are shut down. Retries of names that an earlier reload removed are not included.
   */
  public void shutdown() {
    shutDown = true; // before the search: a reload at the same time sees it or is seen
    shutDown(current());
  }

  private static void shutDown(Snapshot snapshot) {
    snapshot.retries().forEach(Retry::shutdown);
  }

  private Snapshot current() {
    return Objects.requireNonNull(current.get());
  }

  /** Without a lock: a thread whose update fails starts again from the newer snapshot. */
  RegistryChange change(RegistryProperties given) {
    Map<String, Definition> wanted = wiring.read(given);
    Map<String, Retry> made = new HashMap<>();
    while (true) {
      Snapshot before = current();
      Snapshot after =
          before.turnedInto(
              wanted,
              (name, definition) ->
                  made.computeIfAbsent(name, absent -> wiring.newRetry(absent, definition)));
      if (current.compareAndSet(before, after)) {
        if (shutDown) {
          shutDown(after);
        }
        return after.changeSince(before);
      }
    }
  }

  /**
   * The names.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "RetryRegistry" + names();
  }
}
