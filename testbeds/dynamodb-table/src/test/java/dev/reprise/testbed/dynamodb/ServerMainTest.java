package dev.reprise.testbed.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@Timeout(60)
class ServerMainTest {

  @Test
  void a_process_serves_until_its_input_ends() throws Exception {
    Process process = start("--write-units", "7", "--read-units", "3", "--burst", "2");
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      String line = out.readLine();
      assertThat(line).startsWith("endpoint http://127.0.0.1:");
      URI endpoint = URI.create(line.substring("endpoint ".length()));
      try (DynamoDbClient client = Sdk.client(endpoint)) {
        client.createTable(Sdk.onDemandTable("table").build());
        client.batchWriteItem(w -> w.requestItems(Map.of("table", Sdk.puts(25))));
      }
      ServerCounters counters = ServerCounters.of(endpoint);
      assertThat(counters.itemsWritten()).isEqualTo(14);
      assertThat(counters.requests("BatchWriteItem")).isEqualTo(1);
      assertThat(counters.writeUnits()).isEqualTo(14);

      process.getOutputStream().close();

      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void a_process_ends_at_a_signal() throws Exception {
    Process process = start();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.readLine()).startsWith("endpoint ");

      process.destroy();

      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void error_messages_name_invalid_options() {
    assertThat(errorOf("--port", "70000"))
        .isEqualTo("port must be between 0 and 65535, but was 70000");
    assertThat(errorOf("--port")).isEqualTo("--port must be followed by a number, but was ''");
    assertThat(errorOf("--burst", "0")).isEqualTo("burst must be more than zero, but was 0 s");
    assertThat(errorOf("--faults", "2")).isEqualTo("--faults must be between 0 and 1, but was 2.0");
    assertThat(errorOf("--units", "2")).isEqualTo("no such option: --units");
  }

  private static String errorOf(String... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    InputStream in = new ByteArrayInputStream(new byte[0]);
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);

    assertThat(ServerMain.run(List.of(args), in, out, errors)).isEqualTo(2);
    return err.toString(StandardCharsets.UTF_8).strip();
  }

  private static Process start(String... args) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                ServerMain.class.getName()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command);
    String path =
        System.getProperty("java.class.path")
            + System.getProperty("path.separator")
            + System.getProperty("jdk.module.path", "");
    builder.environment().put("CLASSPATH", path);
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
