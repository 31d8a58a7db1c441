package dev.reprise.cli.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.cli.BulkServer;
import dev.reprise.cli.InProcess;
import dev.reprise.cli.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenSearchLoadTest {

  private final AtomicBoolean refuses = new AtomicBoolean();
  private final BulkServer server =
      new BulkServer(
          request -> {
            if (request == 2) {
              return Optional.of(503);
            }
            return refuses.get() && request > 4 ? Optional.of(401) : Optional.empty();
          });
  @TempDir private Path folder;

  @AfterEach
  void stop() {
    server.close();
  }

  private Program.Ended run(String... words) {
    List<String> all = new ArrayList<>(List.of("opensearch"));
    all.addAll(List.of(words));
    all.addAll(List.of("--index", "orders", "--endpoint", server.endpoint().toString()));
    all.addAll(List.of("--parallelism", "1", "--max-items", "10"));
    return InProcess.reprise(all.toArray(String[]::new));
  }

  private Path file(List<String> lines) throws IOException {
    return Files.write(folder.resolve("orders.ndjson"), lines);
  }

  private static List<String> orders(int count) {
    return IntStream.range(0, count).mapToObj(i -> "{\"id\":\"o" + i + "\",\"n\":1}").toList();
  }

  @Test
  void every_line_is_stored_under_its_id() throws IOException {
    Program.Ended ended = run("load", file(orders(35)).toString(), "--id", "id");
    assertThat(ended.code()).as(ended.messages()).isZero();
    assertThat(server.documents()).hasSize(35).containsEntry("o7", "{\"id\":\"o7\",\"n\":1}");
    assertThat(ended.text()).contains("35 of 35 lines stored").contains("items retried 10");
  }

  @Test
  void only_the_server_limits_names_and_numbers() throws IOException {
    String number = "{\"id\":\"number\",\"n\":" + "9".repeat(1_001) + "}";
    String name = "{\"id\":\"name\",\"" + "n".repeat(50_001) + "\":1}";

    Program.Ended ended = run("load", file(List.of(number, name)).toString(), "--id", "id");

    assertThat(ended.code()).as(ended.messages()).isZero();
    assertThat(server.documents()).containsEntry("number", number).containsEntry("name", name);
  }

  @Test
  void a_line_that_is_not_json_is_reported_without_settings_of_the_parser() throws IOException {
    String deep = "{\"id\":1,\"n\":" + "[".repeat(1_000) + "]".repeat(1_000) + "}";

    Program.Ended ended = run("load", file(List.of("{\"n\":NaN}", "/", deep)).toString());

    assertThat(ended.messages())
        .contains("line 1: not JSON: Non-standard token 'NaN' at column 9\n")
        .contains("line 2: not JSON: Unexpected character ('/' (code 47)) at column 1\n")
        .contains("not JSON: Document nesting depth (1001) exceeds the maximum allowed (1000)");
  }

  @Test
  void bad_lines_and_refused_documents_are_dead_letters_that_replay_sends() throws IOException {
    List<String> lines = new ArrayList<>(orders(3));
    lines.add("no json");
    lines.add("{\"n\":1}");
    lines.add("{\"id\":\"bad\",\"refused\":true}");
    Program.Ended ended = run("load", file(lines).toString(), "--id", "id");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.text()).contains("3 of 6 lines stored").contains("3 dead");
    assertThat(ended.messages())
        .contains("line 4: not JSON")
        .contains("line 5: the field id must be a text or a whole number")
        .contains("1 dead: 400 mapper_parsing_exception: refused by the test");

    Path letters = folder.resolve("orders.ndjson.dead.ndjson");
    List<String> dead = Files.readAllLines(letters);
    assertThat(dead).hasSize(3);
    assertThat(dead)
        .anyMatch(
            line ->
                line.contains("\"line\":6")
                    && line.contains("\"id\":\"bad\"")
                    && line.contains(
                        "\"document\":\"{\\\"id\\\":\\\"bad\\\",\\\"refused\\\":true}\""));

    Files.write(
        letters, dead.stream().map(line -> line.replace("refused\\\":", "fixed\\\":")).toList());
    Program.Ended replayed = run("replay", letters.toString());
    assertThat(server.documents()).containsEntry("bad", "{\"id\":\"bad\",\"fixed\":true}");
    assertThat(replayed.text()).contains("1 of 3 lines stored").contains("2 cannot be sent");
  }

  @Test
  void a_document_above_max_bytes_is_sent_by_replay_with_a_higher_limit() throws IOException {
    String document = "{\"id\":\"long\",\"text\":\"" + "x".repeat(20_000_000) + "\"}";
    Program.Ended ended = run("load", file(List.of(document)).toString(), "--id", "id");
    assertThat(ended.messages()).contains("which is above maxBytes, 5242880");

    String letters = folder.resolve("orders.ndjson.dead.ndjson").toString();
    Program.Ended replayed = run("replay", letters, "--max-bytes", "30000000");
    assertThat(replayed.messages()).doesNotContain("not JSON");
    assertThat(replayed.code()).isZero();
    assertThat(server.documents().get("long")).hasSize(document.length());
  }

  @Test
  void letters_of_a_different_index_are_not_sent() throws IOException {
    Path letters =
        file(List.of("{\"index\":\"other\",\"action\":\"index\",\"document\":\"{\\\"n\\\":1}\"}"));
    Program.Ended refused = run("replay", letters.toString());
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.messages())
        .contains("--index is orders, but")
        .contains("has dead letters for other: give that index, or add --other-index");
    assertThat(server.documents()).isEmpty();
    assertThat(run("replay", letters.toString(), "--other-index").code()).isZero();
    assertThat(server.documents()).hasSize(1);
  }

  @Test
  void a_load_that_was_stopped_is_resumed_from_its_journal() throws IOException {
    String file = file(orders(100)).toString();
    String journal = folder.resolve("journal").toString();
    refuses.set(true);
    Program.Ended stopped = run("load", file, "--id", "id", "--journal", journal);
    assertThat(stopped.code()).isEqualTo(1);
    assertThat(stopped.messages())
        .contains("status 401")
        .contains("run the same command to resume");
    assertThat(server.documents()).hasSizeLessThan(100);
    refuses.set(false);

    int before = server.documents().size();
    Program.Ended resumed = run("load", file, "--id", "id", "--journal", journal);
    assertThat(resumed.code()).as(resumed.messages()).isZero();
    assertThat(resumed.messages()).contains("resumed: " + before + " items are already done");
    assertThat(server.documents()).hasSize(100);

    Program.Ended other =
        InProcess.reprise(
            "opensearch",
            "load",
            file,
            "--id",
            "id",
            "--journal",
            journal,
            "--index",
            "second",
            "--endpoint",
            server.endpoint().toString());
    assertThat(other.code()).isEqualTo(1);
    assertThat(other.messages()).contains("is the journal of");
  }

  @Test
  void the_journal_of_a_different_server_is_refused() throws IOException {
    String file = file(orders(5)).toString();
    String journal = folder.resolve("journal").toString();
    assertThat(run("load", file, "--id", "id", "--journal", journal).code()).isZero();
    try (BulkServer other = new BulkServer()) {
      Program.Ended refused =
          InProcess.reprise(
              ("opensearch load "
                      + file
                      + " --id id --journal "
                      + journal
                      + " --index orders "
                      + "--endpoint "
                      + other.endpoint())
                  .split(" "));
      assertThat(refused.code()).as(refused.text()).isEqualTo(1);
      assertThat(refused.messages())
          .contains("is the journal of \"orders.ndjson; writes to orders at " + server.endpoint())
          .contains("not of \"orders.ndjson; writes to orders at " + other.endpoint());
    }
  }

  @Test
  void a_user_without_a_password_is_an_invalid_argument() throws IOException {
    Program.Ended ended = run("load", file(orders(1)).toString(), "--user", "me");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.messages())
        .contains("--user needs the environment variable OPENSEARCH_PASSWORD");
  }
}
