package dev.reprise.registry;

import dev.reprise.Retry;
import dev.reprise.RetrySource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
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
 * <p>A policy is given by its settings or as one text, never both. Settings have the names and
 * values of the text form that {@link dev.reprise.policy.RetryPolicy#parse} reads, in that one
 * spelling; commas in lists may have blanks behind them. {@code budget}, beside either form, is
 * what {@link dev.reprise.budget.RetryBudget#parse} reads. What is not set has its default; an
 * empty text stands for all of them. Names have letters, digits, {@code _} and {@code -}, all
 * ASCII, and at most {@value #MAX_NAME_LENGTH} of them. Keys that do not begin with {@code
 * reprise.policies} are left alone; every other key means something or is a mistake.
 *
 * <p>Properties are read as a whole or not at all: {@link InvalidSettingsException} lists every
 * mistake. A change by {@link #reload} is one step for all names. Safe for use by any thread.
 */
public final class RetryRegistry implements RetrySource {

  /** The most characters that a name may have. */
  public static final int MAX_NAME_LENGTH = 100;

  private final Wiring wiring;
  private final AtomicReference<Snapshot> current = new AtomicReference<>(Snapshot.EMPTY);

  RetryRegistry(Wiring wiring) {
    this.wiring = wiring;
  }

  /**
   * A registry of what properties say, without listeners, in the system's environment.
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
   * A registry of what a file of properties says, without listeners, in the system's environment.
   *
   * @param file in the format of {@link java.util.Properties}, in UTF-8; a key that stands in it
   *     twice is a mistake
   * @return a new registry
   * @throws IOException if the file cannot be read, is not in UTF-8, or is in another format such
   *     as YAML by its name or content
   * @throws InvalidSettingsException if there is any mistake in it
   */
  public static RetryRegistry load(Path file) throws IOException {
    return builder().load(file);
  }

  /**
   * Begins with what text cannot say: listeners, an environment, conditions that are code.
   *
   * @return a new builder
   */
  public static RetryRegistryBuilder builder() {
    return new RetryRegistryBuilder();
  }

  /**
   * Finds a retry. Costs a look into a map: ask anew for each call, and changes show.
   *
   * @param name its name
   * @return today's retry; the same instance until its policy or budget changes
   * @throws IllegalArgumentException if there is none of that name; the message lists the names
   *     there are
   */
  @Override
  public Retry retry(String name) {
    return current().retry(Objects.requireNonNull(name, "name"));
  }

  /**
   * The names there are now.
   *
   * @return in order, immutable
   */
  public SortedSet<String> names() {
    return current().names();
  }

  /**
   * Puts other properties in place of those before, for all names in one step; a mistake anywhere
   * changes nothing. For each name:
   *
   * <ul>
   *   <li>nothing changed: the same {@link Retry} instance;
   *   <li>another policy: a copy {@linkplain Retry#withPolicy with it}, which keeps budget, state,
   *       listeners and all else;
   *   <li>another text for the budget: a copy with a new budget, full, and with it a new state;
   *   <li>a new name: a new retry;
   *   <li>a name that is gone: it is not found any more. Its retry is not shut down: calls under
   *       way go on, and whoever holds it may go on using it. If the name comes back, it gets a new
   *       one.
   * </ul>
   *
   * <p>Calls that have begun go on with the policy that they began with. Changes by several threads
   * happen one after the other, and the last one holds.
   *
   * @param properties as for {@link #of}
   * @return what changed
   * @throws InvalidSettingsException if there is any mistake in them
   */
  public RegistryChange reload(Map<?, ?> properties) {
    return change(Given.of(properties));
  }

  /**
   * As {@link #reload(Map)}, from a file.
   *
   * @param file as for {@link #load}
   * @return what changed
   * @throws IOException as for {@link #load}; nothing changes
   * @throws InvalidSettingsException if there is any mistake in it; nothing changes
   */
  public RegistryChange reload(Path file) throws IOException {
    return change(PropertyFile.read(file));
  }

  private Snapshot current() {
    return Objects.requireNonNull(current.get());
  }

  /** Without a lock: who loses a race begins again from what won it. */
  RegistryChange change(Given given) {
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
