package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.RetryPolicy;
import dev.reprise.RetryResult;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReadmeReportTest {

  private final VirtualTime time = VirtualTime.seeded(7);
  private int attempts;

  @Test
  void the_report_in_the_readme_is_what_a_failed_call_prints() throws IOException {
    RetryResult<String> result =
        Retry.of(RetryPolicy.defaults()).named("orders").withEnvironment(time).execute(this::fetch);
    String readme = Files.readString(Path.of(System.getProperty("basedir", ""), "../README.md"));
    assertThat(readme).contains("```\n" + result.report() + "\n```");
  }

  private String fetch() throws IOException, InterruptedException {
    attempts++;
    time.pass(Duration.ofMillis(attempts == 2 ? 800 : 12));
    throw attempts == 2
        ? new SocketTimeoutException("Read timed out")
        : new IOException("Connection reset");
  }
}
