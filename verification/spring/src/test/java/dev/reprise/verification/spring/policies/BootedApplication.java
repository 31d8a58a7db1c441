package dev.reprise.verification.spring.policies;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.policies.RetryPolicies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** A Spring Boot application started from files in a directory, with policies only. */
final class BootedApplication implements AutoCloseable {

  private final ConfigurableApplicationContext context;

  private BootedApplication(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** A directory of configuration files and the other sources of properties. */
  static final class Setup {

    private final Path directory;
    private final List<String> arguments = new ArrayList<>();
    private final List<Class<?>> sources = new ArrayList<>(List.of(PoliciesOnly.class));
    private Variables variables = Variables.of();

    Setup(Path directory) {
      this.directory = directory;
    }

    Setup file(String name, String content) {
      try {
        Files.writeString(directory.resolve(name), content);
        return this;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    Setup yaml(String content) {
      return file("application.yaml", content);
    }

    Setup arguments(String... more) {
      arguments.addAll(List.of(more));
      return this;
    }

    Setup variables(String... pairs) {
      variables = Variables.of(pairs);
      return this;
    }

    Setup configuration(Class<?>... more) {
      sources.addAll(List.of(more));
      return this;
    }

    BootedApplication start() {
      return new BootedApplication(
          new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
              .web(WebApplicationType.NONE)
              .initializers(variables)
              .logStartupInfo(false)
              .run(
                  Stream.concat(
                          Stream.of(
                              "--spring.config.location=file:" + directory + "/",
                              "--spring.main.banner-mode=off"),
                          arguments.stream())
                      .toArray(String[]::new)));
    }
  }

  static Setup in(Path directory) {
    return new Setup(directory);
  }

  ConfigurableApplicationContext context() {
    return context;
  }

  RetryRegistry registry() {
    return context.getBean(RetryRegistry.class);
  }

  RetryPolicies policies() {
    return context.getBean(RetryPolicies.class);
  }

  Retry retry(String name) {
    return registry().retry(name);
  }

  RetryPolicy policy(String name) {
    return retry(name).policy();
  }

  @Override
  public void close() {
    context.close();
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(classes = dev.reprise.spring.policies.RepriseAutoConfiguration.class)
  static class PoliciesOnly {}
}
