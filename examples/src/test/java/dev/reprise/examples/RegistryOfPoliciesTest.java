package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.registry.InvalidSettingsException;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryOfPoliciesTest {

  private static final Path GUIDE =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("docs/guide");

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("retries.properties");
    Files.writeString(file, block("properties"));
  }

  @Test
  void the_file_of_the_guide_is_read() throws IOException {
    RetryRegistry registry = RegistryOfPolicies.registry(file);

    assertThat(registry.names()).containsExactly("mail", "orders");
    assertThat(registry.retry("orders").policy())
        .isEqualTo(
            RetryPolicy.parse(
                "maxAttempts=5 within=30s backoff=exponential(100ms, x2, cap=10s, jitter=full)"
                    + " retryOn=java.io.IOException,java.util.concurrent.TimeoutException"));
    assertThat(registry.retry("orders").state().budget()).hasToString("ratio(20%, 10/s, ttl=10s)");
    assertThat(registry.retry("mail").policy())
        .isEqualTo(RetryPolicy.parse("maxAttempts=2 within=5s"));
  }

  @Test
  void a_call_uses_the_policy_with_its_name() throws IOException {
    FlakyPages pages = new FlakyPages().failing(4);
    RetryRegistry registry =
        RetryRegistry.builder()
            .eachRetry(retry -> retry.withEnvironment(VirtualTime.seeded(1)))
            .load(file);

    assertThat(new RegistryOfPolicies(registry, pages).order("7")).isEqualTo("page");
  }

  @Test
  void code_is_added_to_the_settings_of_the_text() throws IOException {
    Retry orders = RegistryOfPolicies.equipped(file).retry("orders");

    assertThat(orders.policy().toString()).contains("abortIf=custom(moved)", "maxAttempts=5");
    assertThatThrownBy(
            () ->
                orders.call(
                    () -> {
                      throw new IOException("moved to the archive");
                    }))
        .hasMessage("moved to the archive");
  }

  @Test
  void a_change_takes_effect_with_the_next_call() throws IOException {
    RetryRegistry registry = RegistryOfPolicies.registry(file);
    Files.writeString(file, Files.readString(file).replace("maxAttempts=2", "maxAttempts=3"));

    assertThat(RegistryOfPolicies.changed(registry, file)).containsExactly("mail");
    assertThat(registry.retry("mail").policy().maxAttempts()).isEqualTo(3);
  }

  @Test
  void a_proxy_follows_a_change() throws IOException {
    RetryRegistry registry =
        RetryRegistry.builder()
            .eachRetry(retry -> retry.withEnvironment(VirtualTime.seeded(1)))
            .load(file);
    FlakyPages pages = new FlakyPages().failing(4);
    RegistryOfPolicies.Orders orders = RegistryOfPolicies.proxy(registry, pages::fetch);

    assertThat(orders.find("7")).isEqualTo("page");
    registry.reload(Map.of("reprise.policies.orders.maxAttempts", "1"));
    assertThatThrownBy(() -> orders.find("7")).hasMessage("connection reset");
    assertThat(pages.calls()).isEqualTo(6);
  }

  @Test
  void a_bad_change_is_refused_with_the_message_of_the_guide() throws IOException {
    RetryRegistry registry = RegistryOfPolicies.registry(file);
    Files.writeString(
        file,
        """
        reprise.policies.mail=maxAttempts=2 within=5
        reprise.policies.orders.max-attempts=5
        reprise.policies.orders.retryOn=java.io.IOExeption
        """);

    List<String> lines = RegistryOfPolicies.changed(registry, file);

    assertThat(lines).hasSize(3);
    assertThat(block("text").lines().skip(1).map(String::strip)).containsExactlyElementsOf(lines);
    assertThatThrownBy(() -> registry.reload(file))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessage(block("text").stripTrailing());
    assertThat(registry.retry("orders").policy().maxAttempts()).isEqualTo(5);
  }

  @Test
  void properties_can_come_from_the_system_or_a_map() {
    assertThat(RegistryOfPolicies.fromMap().retry("orders").policy().maxAttempts()).isEqualTo(5);
    assertThatThrownBy(RegistryOfPolicies::fromSystemProperties)
        .hasMessage(
            "there is no policy named orders, expected none, because no property begins with reprise.policies");
  }

  /** The first block of a kind in the guide's page. */
  private static String block(String kind) throws IOException {
    Matcher block =
        Pattern.compile("(?ms)^```" + kind + "\n(.*?)^```$")
            .matcher(Files.readString(GUIDE.resolve("registry.md")));
    assertThat(block.find()).isTrue();
    return block.group(1);
  }
}
