package dev.reprise.verification.spring.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.RetrySource;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.spring.RetryPolicyCustomizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The snippets of the page {@code docs/guide/spring.md}, in an application. */
class GuideTest {

  private static final Pattern YAML = Pattern.compile("(?ms)^```yaml\n(.*?)^```$");

  @TempDir Path directory;

  @Test
  void the_properties_of_the_page_are_valid() throws IOException {
    List<String> yaml = yaml();
    assertThat(yaml).hasSize(2);
    try (BootedApplication application = started(yaml.get(1))) {
      assertThat(application.policy("mail"))
          .isEqualTo(RetryPolicy.parse("maxAttempts=2 within=5s"));
      assertThat(application.policy("orders").toString())
          .contains("maxAttempts=4 within=10s")
          .contains("abortIf=custom(");
    }
  }

  @Test
  void a_retry_in_code_is_injected_or_looked_up() throws IOException {
    try (BootedApplication application = started(yaml().get(0))) {
      OrderClient client = application.context().getBean(OrderClient.class);
      FailingPages pages = application.context().getBean(FailingPages.class);
      pages.failures = 1;
      assertThat(client.page("8")).isEqualTo("/orders/8");
      pages.failures = 1;
      assertThat(client.current(application.registry(), "9")).isEqualTo("/orders/9");
    }
  }

  private BootedApplication started(String yaml) {
    return BootedApplication.in(directory)
        .yaml(yaml)
        .arguments("--reprise.policies.orders.no-waits=true")
        .configuration(Shop.class)
        .start();
  }

  private static List<String> yaml() throws IOException {
    Path page = Path.of("../../../docs/guide/spring.md");
    return YAML.matcher(Files.readString(page))
        .results()
        .map(MatchResult::group)
        .map(block -> block.substring("```yaml\n".length(), block.length() - "```".length()))
        .toList();
  }

  interface Pages {

    String fetch(String path) throws IOException;
  }

  static class FailingPages implements Pages {

    int failures;

    @Override
    public String fetch(String path) throws IOException {
      if (failures-- > 0) {
        throw new IOException("down");
      }
      return path;
    }
  }

  static class SoldOutException extends RuntimeException {

    private static final long serialVersionUID = 1;
  }

  record OrderClient(Retry retry, Pages pages) {

    String page(String number) throws IOException {
      return retry.call(() -> pages.fetch("/orders/" + number));
    }

    String current(RetrySource source, String number) throws IOException {
      return source.retry("orders").call(() -> pages.fetch("/orders/" + number));
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Shop {

    @Bean
    FailingPages pages() {
      return new FailingPages();
    }

    @Bean
    OrderClient orderClient(@Qualifier("orders") Retry retry, Pages pages) {
      return new OrderClient(retry, pages);
    }

    @Bean
    RetryPolicyCustomizer soldOutIsFinal() {
      return (name, policy) ->
          name.equals("orders")
              ? policy.toBuilder().abortIf(SoldOutException.class::isInstance).build()
              : policy;
    }
  }
}
