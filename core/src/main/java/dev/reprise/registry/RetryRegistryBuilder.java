package dev.reprise.registry;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Builder of a {@link RetryRegistry} with parts that have no text form. Later changes of the
 * builder do not affect a registry that it has built. Not safe for use by several threads.
 */
public final class RetryRegistryBuilder {

  private BiFunction<? super String, ? super RetryPolicy, RetryPolicy> eachPolicy =
      (name, policy) -> policy;
  private UnaryOperator<Retry> eachRetry = retry -> retry;
  private @Nullable ClassLoader loader;
  private boolean loaderGiven;

  RetryRegistryBuilder() {}

  /**
   * Sets a function that adds code to each policy: predicates, a classifier, a delay function.
   * Called whenever properties are read. By default policies are not changed. Replaces an earlier
   * function.
   *
   * @param add receives name and policy, and returns the policy to use, for example built with
   *     {@link RetryPolicy#toBuilder}; an {@link IllegalArgumentException} counts as a mistake in
   *     the properties; other exceptions are thrown to the caller of the build or reload
   * @return this builder
   */
  public RetryRegistryBuilder eachPolicy(
      BiFunction<? super String, ? super RetryPolicy, RetryPolicy> add) {
    eachPolicy = Objects.requireNonNull(add, "add");
    return this;
  }

  /**
   * Sets a function that adds listeners, executor and environment to each new retry. Called once
   * for each new name; if two reloads run at the same time, it may be called once more, without
   * effect. The added parts stay when the policy or budget changes. By default nothing is added.
   * Replaces an earlier function.
   *
   * @param equip receives the retry with its name, policy and budget, and returns a copy. A policy
   *     or budget that it sets applies until the properties change that of the name
   * @return this builder
   */
  public RetryRegistryBuilder eachRetry(UnaryOperator<Retry> equip) {
    eachRetry = Objects.requireNonNull(equip, "equip");
    return this;
  }

  /**
   * Sets the class loader for exception classes. The default is the context class loader of the
   * thread that builds the registry; later reloads use the same one, on any thread.
   *
   * @param loader the class loader; null for the one that loaded this library
   * @return this builder
   */
  public RetryRegistryBuilder classLoader(@Nullable ClassLoader loader) {
    this.loader = loader;
    loaderGiven = true;
    return this;
  }

  /**
   * Creates a registry from properties.
   *
   * @param properties as for {@link RetryRegistry#of}
   * @return a new registry
   * @throws InvalidSettingsException if there is any mistake in them
   */
  public RetryRegistry build(Map<?, ?> properties) {
    return build(RegistryProperties.of(properties));
  }

  /**
   * Creates a registry from a properties file.
   *
   * @param file as for {@link RetryRegistry#load}
   * @return a new registry
   * @throws IOException if the file cannot be read, is not in UTF-8, or if its name or content
   *     shows another format such as YAML
   * @throws InvalidSettingsException if there is any mistake in it
   */
  public RetryRegistry load(Path file) throws IOException {
    return build(PropertyFile.read(file));
  }

  private RetryRegistry build(RegistryProperties given) {
    ClassLoader from = loaderGiven ? loader : Thread.currentThread().getContextClassLoader();
    RetryRegistry registry =
        new RetryRegistry(new RegistryCustomization(eachPolicy, eachRetry, from));
    registry.change(given);
    return registry;
  }
}
