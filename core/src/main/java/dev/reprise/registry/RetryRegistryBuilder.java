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
 * Builds a {@link RetryRegistry} with what text cannot say. Whatever is done to a builder after it
 * has built a registry does not change that. Not safe for use by several threads.
 */
public final class RetryRegistryBuilder {

  private BiFunction<? super String, ? super RetryPolicy, RetryPolicy> eachPolicy =
      (name, policy) -> policy;
  private UnaryOperator<Retry> eachRetry = retry -> retry;
  private @Nullable ClassLoader loader;
  private boolean loaderGiven;

  RetryRegistryBuilder() {}

  /**
   * Adds to each policy that is read what is code: predicates, a classifier, a delay function.
   * Asked whenever properties are read. By default policies are used as they are read. Takes the
   * place of an earlier one.
   *
   * @param add given name and policy, answers with the policy to use, such as one made by {@link
   *     RetryPolicy#toBuilder}; an {@link IllegalArgumentException} of it counts as a mistake in
   *     the properties, whatever else it throws goes to who builds or reloads
   * @return this builder
   */
  public RetryRegistryBuilder eachPolicy(
      BiFunction<? super String, ? super RetryPolicy, RetryPolicy> add) {
    eachPolicy = Objects.requireNonNull(add, "add");
    return this;
  }

  /**
   * Gives each new retry its listeners, executor and environment. Asked once for each name, when it
   * is new, and in a race between two reloads perhaps once in vain; a changed policy or budget
   * keeps what was given here. By default nothing is added. Takes the place of an earlier one.
   *
   * @param equip given the retry, named and with its policy and budget; answers with a copy of it.
   *     A policy or budget that it sets holds until the properties have another one for the name
   * @return this builder
   */
  public RetryRegistryBuilder eachRetry(UnaryOperator<Retry> equip) {
    eachRetry = Objects.requireNonNull(equip, "equip");
    return this;
  }

  /**
   * Says where exception classes are found. By default the context class loader of the thread that
   * builds the registry; later reloads, by whatever thread, ask the same one.
   *
   * @param loader the loader; null for the one that loaded this library
   * @return this builder
   */
  public RetryRegistryBuilder classLoader(@Nullable ClassLoader loader) {
    this.loader = loader;
    loaderGiven = true;
    return this;
  }

  /**
   * Makes a registry of what properties say.
   *
   * @param properties as for {@link RetryRegistry#of}
   * @return a new registry
   * @throws InvalidSettingsException if there is any mistake in them
   */
  public RetryRegistry build(Map<?, ?> properties) {
    return build(Given.of(properties));
  }

  /**
   * Makes a registry of what a file of properties says.
   *
   * @param file as for {@link RetryRegistry#load}
   * @return a new registry
   * @throws IOException if the file cannot be read, is not in UTF-8, or is in another format such
   *     as YAML by its name or content
   * @throws InvalidSettingsException if there is any mistake in it
   */
  public RetryRegistry load(Path file) throws IOException {
    return build(PropertyFile.read(file));
  }

  private RetryRegistry build(Given given) {
    ClassLoader from = loaderGiven ? loader : Thread.currentThread().getContextClassLoader();
    RetryRegistry registry = new RetryRegistry(new Wiring(eachPolicy, eachRetry, from));
    registry.change(given);
    return registry;
  }
}
