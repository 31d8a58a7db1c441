package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With {@code --progress json}, standard error is JSON however the command ends. */
class JsonProgressTest {

  private static final String ON = " --endpoint {url} --progress json --table ";
  private static final String IN = " --index items --endpoint {search} --progress json";
  private static final String TO = " --queue {queues}/queue --endpoint {queues} --progress json";
  private static final String LETTERS = " --dead-letters {dir}/dead";

  @TempDir private static Path inputs;
  private static SampleFiles files;
  @TempDir private Path folder;

  @BeforeAll
  static void make_files() throws IOException {
    files = new SampleFiles(inputs, 5, operation -> Optional.empty());
  }

  @AfterAll
  static void stop() {
    files.close();
  }

  @ParameterizedTest
  @CsvSource({
    "0, dynamodb load {items}" + LETTERS + ON + "items",
    "0, dynamodb fetch {items} --out -" + LETTERS + ON + "items",
    "0, dynamodb export --out -" + ON + "items",
    "0, opensearch load {documents}" + LETTERS + IN,
    "0, sqs load {messages}" + LETTERS + TO,
    "1, dynamodb load {bad}" + LETTERS + ON + "items",
    "1, dynamodb load {bad} --dead-letters {dir}/missing/dead" + ON + "items",
    "1, dynamodb load {documents} --journal {journal}" + LETTERS + ON + "items",
    "1, dynamodb fetch {bad} --out - --max-dead 1" + LETTERS + ON + "items",
    "1, dynamodb fetch {bad} --out {dir}/out --max-dead 1" + LETTERS + ON + "items",
    "1, dynamodb load {items}" + LETTERS + ON + "missing",
    "1, dynamodb load {items} --debug" + LETTERS + ON + "missing",
    "1, dynamodb replay {letters}" + LETTERS + " --other-table" + ON + "missing",
    "1, dynamodb fetch {items} --out {dir}/out" + LETTERS + ON + "missing",
    "1, dynamodb export --out {dir}/out" + ON + "missing",
    "0, opensearch replay {documents}" + LETTERS + IN,
    "0, sqs replay {messages}" + LETTERS + TO
  })
  void each_line_is_an_object_and_the_last_one_is_the_end(int code, String command)
      throws IOException {
    Program.Ended ended = InProcess.reprise(files.words(command, folder));
    assertThat(ended.code()).as(ended.messages()).isEqualTo(code);
    assertEndsWith(code, ended.messages());
  }

  @ParameterizedTest
  @CsvSource({"Broken pipe, 141", "No space left on device, 1"})
  void a_lost_output_is_an_end(String reason, int code) throws IOException {
    OutputStream lost =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw new IOException(reason);
          }
        };
    for (String command :
        List.of(
            "dynamodb load {items}" + LETTERS + ON + "items",
            "dynamodb fetch {items} --out -" + LETTERS + ON + "items",
            "dynamodb export --out -" + ON + "items")) {
      Program.Ended ended = InProcess.reprise(new byte[0], lost, files.words(command, folder));
      assertThat(ended.code()).as(ended.messages()).isEqualTo(code);
      assertEndsWith(code, ended.messages());
    }
  }

  private static void assertEndsWith(int code, String messages) throws IOException {
    List<Object> events = new ArrayList<>();
    Map<?, ?> last = Map.of();
    for (String line : messages.lines().toList()) {
      last = new ObjectMapper().readValue(line, Map.class);
      events.add(last.get("event"));
    }
    assertThat(events).as(messages).containsOnlyOnce("end").endsWith("end");
    assertThat(last.get("exitCode")).as(messages).isEqualTo(code);
  }
}
