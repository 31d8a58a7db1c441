package dev.reprise.registry;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Parts of a registry that do not come from properties. */
record RegistryCustomization(
    BiFunction<? super String, ? super RetryPolicy, RetryPolicy> eachPolicy,
    UnaryOperator<Retry> eachRetry,
    @Nullable ClassLoader loader) {

  Map<String, Definition> read(RegistryProperties given) {
    return new DefinitionReader(given, this).read();
  }

  RetryPolicy withCode(String name, RetryPolicy read) {
    return Objects.requireNonNull(eachPolicy.apply(name, read), "eachPolicy returned null");
  }

  Retry newRetry(String name, Definition definition) {
    return Objects.requireNonNull(
        eachRetry.apply(definition.newRetry(name)), "eachRetry returned null");
  }
}
