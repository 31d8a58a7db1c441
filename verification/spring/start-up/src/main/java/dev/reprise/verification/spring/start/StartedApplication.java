package dev.reprise.verification.spring.start;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * Starts one application in a process of its own and prints the time that the process took until
 * then: the processor time and the time since its start, in milliseconds.
 */
public final class StartedApplication {

  /** The settings of both libraries: four attempts. */
  private static final Map<String, Object> SETTINGS =
      Map.of(
          "reprise.policies.orders.max-attempts", "4",
          "resilience4j.retry.instances.orders.max-attempts", "4",
          "spring.main.banner-mode", "off",
          "spring.jmx.enabled", "false",
          "logging.level.root", "warn");

  private StartedApplication() {}

  /**
   * Starts the application and ends.
   *
   * @param args the package of its services
   */
  public static void main(String[] args) {
    try (ConfigurableApplicationContext application = start(args[0])) {
      long cpuNanos =
          ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
              .getProcessCpuTime();
      long millis = ManagementFactory.getRuntimeMXBean().getUptime();
      System.out.println("started " + cpuNanos / 1_000_000 + " " + millis);
    }
  }

  /** Starts an application with the services of a package. */
  static ConfigurableApplicationContext start(String services) {
    SpringApplication application = new SpringApplication(Application.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setDefaultProperties(SETTINGS);
    application.setSources(Set.of(services));
    return application.run();
  }

  /** An application without own beans. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}
}
