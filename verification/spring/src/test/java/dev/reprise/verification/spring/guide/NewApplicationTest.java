package dev.reprise.verification.spring.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.demo.DemoApplication;
import com.example.demo.FirstCall;
import com.example.demo.Prices;
import dev.reprise.verification.spring.Http;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.test.util.TestSocketUtils;

/** A new application in which everything was pasted from the guide, and the output on its pages. */
@ExtendWith(OutputCaptureExtension.class)
class NewApplicationTest {

  private static final Pattern YAML = Pattern.compile("(?ms)^```yaml\n(.*?)^```$");
  private static final Pattern OUTPUT = Pattern.compile("(?ms)^```text\n(.*?)^```$");
  private static final Pattern NUMBER =
      Pattern.compile("\\d[\\d.]* (?:us|ms|s)\\b *|\"[0-9a-f-]{36}\"|localhost:\\d+|\\[call \\d+]");

  @TempDir Path directory;

  @Test
  void the_application_prints_what_the_pages_show(CapturedOutput printed) throws Exception {
    Files.writeString(
        directory.resolve("application.yaml"),
        block(YAML, "spring.md", 0)
            + block(YAML, "spring-http.md", 0)
            + block(YAML, "metrics.md", 0));
    int port = TestSocketUtils.findAvailableTcpPort();
    try (ConfigurableApplicationContext application =
        SpringApplication.run(
            new Class<?>[] {DemoApplication.class, ApacheClient.class}, arguments(port))) {
      assertThat(application.getBeanNamesForType(FirstCall.class)).hasSize(1);
      assertPrinted(printed, block(OUTPUT, "spring.md", 0));
      assertPrinted(printed, block(OUTPUT, "spring.md", 1));

      assertThat(application.getBean(Prices.class).price("book")).isEqualTo("yesterday's price");
      assertPrinted(printed, block(OUTPUT, "spring.md", 2));
      assertThat(application.getBean(Prices.class).reserve("book")).isEqualTo("book reserved");

      Environment environment = application.getEnvironment();
      assertThat(Http.post(environment, "/checkout", "").body()).isEqualTo("paid\n");
      assertPrinted(printed, block(OUTPUT, "spring-http.md", 0));
      assertThat(Http.get(environment, "/actuator/prometheus").body())
          .contains(block(OUTPUT, "metrics.md", 1));
      assertThat(keys(printed)).hasSize(3).containsOnly(keys(printed).get(0));
    }
  }

  private String[] arguments(int port) {
    return new String[] {
      "--spring.config.location=file:" + directory + "/",
      "--payments.url=http://localhost:" + port,
      "--server.port=" + port,
      "--logging.level.dev.reprise=debug"
    };
  }

  /** The client that these tests have on the path, as the page sets it up. */
  @Configuration(proxyBeanMethods = false)
  static class ApacheClient {

    @Bean
    ClientHttpRequestFactoryBuilder<?> clientWithoutOwnRetries() {
      return ClientHttpRequestFactoryBuilder.httpComponents()
          .withHttpClientCustomizer(HttpClientBuilder::disableAutomaticRetries);
    }
  }

  /** Each line was printed, with other numbers. */
  private static void assertPrinted(CapturedOutput printed, String block) {
    assertThat(block.lines())
        .isNotEmpty()
        .allSatisfy(
            line -> {
              String message = line.replaceFirst("^(INFO|WARN|DEBUG) +dev\\.reprise : ", "");
              Stream<String> literals = NUMBER.splitAsStream(message).map(Pattern::quote);
              String pattern = String.join(".*", literals.toList());
              assertThat(printed.getOut()).containsPattern(pattern);
            });
  }

  private static List<String> keys(CapturedOutput printed) {
    return Pattern.compile("POST /payments, key (\"[^\"]+\")")
        .matcher(printed.getOut())
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static String block(Pattern kind, String page, int index) throws IOException {
    return kind.matcher(page(page)).results().toList().get(index).group(1);
  }

  private static String page(String name) throws IOException {
    return Files.readString(Path.of("../../../docs/guide").resolve(name));
  }
}
