package dev.reprise.cli.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.aws.batch.sqs.SqsBatches;
import dev.reprise.batch.Batch;
import dev.reprise.cli.InProcess;
import dev.reprise.cli.Program;
import dev.reprise.cli.aws.SdkClients;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** The commands for queues, with ElasticMQ in a process of its own. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "ends processes by signals")
class SqsLoadTest {

  private static final int REQUESTS = 8;
  private static final int IN_FLIGHT = REQUESTS * 10;

  /** The messages of the killed load: 20,000, or {@code -Dkilled.items=1000000}. */
  private static final int KILLED = Integer.getInteger("killed.items", 20_000);

  private static final AtomicInteger QUEUES = new AtomicInteger();

  private static Process server;
  private static URI endpoint;
  private static SqsClient client;

  @TempDir private Path folder;
  private Path input;
  private String url;

  @BeforeAll
  static void start() throws Exception {
    server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ElasticMqMain.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String port = server.inputReader().readLine();
    assumeTrue(port != null, "ElasticMQ ended before it listened");
    endpoint = URI.create("http://127.0.0.1:" + port);
    client =
        SdkClients.local(SqsClient.builder(), endpoint, null, REQUESTS, SdkClients.withoutRetries())
            .build();
  }

  @AfterAll
  static void stop() throws Exception {
    client.close();
    server.getOutputStream().close();
    server.waitFor();
  }

  @BeforeEach
  void create() {
    input = folder.resolve("messages.txt");
    url =
        client.createQueue(queue -> queue.queueName("queue" + QUEUES.incrementAndGet())).queueUrl();
  }

  @AfterEach
  void delete() {
    client.deleteQueue(queue -> queue.queueUrl(url));
  }

  private String[] command(String name, Path file, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("sqs", name, file.toString(), "--queue", url, "--endpoint", endpoint + ""));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  /** Reads and deletes all messages, in batches of this library. */
  private static List<String> drain(String queue) {
    Batch<DeleteMessageBatchRequestEntry> deletes = SqsBatches.of(client, queue).deletes();
    List<String> bodies = new ArrayList<>();
    while (true) {
      List<Message> some =
          client
              .receiveMessage(
                  r -> r.queueUrl(queue).maxNumberOfMessages(10).visibilityTimeout(3_600))
              .messages();
      if (some.isEmpty()) {
        return bodies;
      }
      some.forEach(message -> bodies.add(message.body()));
      assertThat(
              deletes
                  .run(
                      some.stream()
                          .map(
                              message ->
                                  DeleteMessageBatchRequestEntry.builder()
                                      .receiptHandle(message.receiptHandle())
                                      .build())
                          .toList())
                  .allDone())
          .isTrue();
    }
  }

  private static List<String> lines(int count) {
    return IntStream.range(0, count).mapToObj(i -> "message " + i).toList();
  }

  @Test
  void each_line_is_a_message_and_a_refused_one_is_replayed() throws Exception {
    List<String> lines = new ArrayList<>(lines(25));
    lines.add(12, "bad \u0001 character");
    lines.add(20, "");
    lines.add(22, "x".repeat(300));
    Files.write(input, lines);
    Path dead = folder.resolve("messages.txt.dead.ndjson");

    Program.Ended loaded = InProcess.reprise(command("load", input, "--max-bytes", "299"));

    assertThat(loaded.text()).contains("25 of 27 lines sent");
    assertThat(loaded.code()).isEqualTo(1);
    assertThat(Files.readString(dead))
        .contains("\"line\":13")
        .contains("\"line\":23")
        .contains("300 bytes, more than maxBytes 299");
    assertThat(drain(url)).containsExactlyInAnyOrderElementsOf(lines(25));

    Program.Ended replayed = InProcess.reprise(command("replay", dead));

    assertThat(replayed.text()).contains("1 of 2 lines sent");
    assertThat(drain(url)).containsExactly("x".repeat(300));
    assertThat(folder.resolve("messages.txt.dead-2.ndjson")).exists();
  }

  @Test
  void a_message_keeps_the_blanks_around_its_line() throws Exception {
    Files.writeString(input, "\t5\t\n  indented \r\n\n \nlast ");

    Program.Ended loaded = InProcess.reprise(command("load", input));

    assertThat(loaded.text()).contains("4 of 4 lines sent");
    assertThat(drain(url)).containsExactlyInAnyOrder("\t5\t", "  indented ", " ", "last ");
  }

  @Test
  void a_load_with_a_journal_is_continued_with_more_lines() throws Exception {
    String journal = folder.resolve("messages.journal").toString();
    Files.write(input, lines(25));
    Program.Ended first = InProcess.reprise(command("load", input, "--journal", journal));
    Files.write(input, lines(30));

    Program.Ended second = InProcess.reprise(command("load", input, "--journal", journal));

    assertThat(first.code()).isZero();
    assertThat(second.text()).contains("5 of 30 lines sent").contains("25 already done");
    assertThat(drain(url)).containsExactlyInAnyOrderElementsOf(lines(30));
  }

  @Test
  void a_letter_for_a_different_queue_needs_an_option() throws Exception {
    Path letters = folder.resolve("letters");
    Files.writeString(letters, "{\"queue\":\"http://elsewhere/other\",\"body\":\"hello\"}\n");

    Program.Ended refused = InProcess.reprise(command("replay", letters));
    Program.Ended allowed = InProcess.reprise(command("replay", letters, "--other-queue"));

    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.messages()).contains("http://elsewhere/other").contains("--other-queue");
    assertThat(allowed.code()).isZero();
    assertThat(drain(url)).containsExactly("hello");
  }

  @Test
  void a_fifo_queue_is_refused() throws Exception {
    Files.write(input, lines(1));
    url = url + ".fifo";

    Program.Ended refused = InProcess.reprise(command("load", input));

    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.messages()).contains("--queue").contains("must be a standard queue");
    url = url.substring(0, url.length() - ".fifo".length());
  }

  @Test
  void a_missing_queue_stops_the_load() throws Exception {
    Files.write(input, lines(1_000));
    String existing = url;
    url = existing + "-missing";

    Program.Ended ended = InProcess.reprise(command("load", input));

    url = existing;
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.messages()).contains("does not exist").contains("later lines were not read");
  }

  /** The loading process is killed three times and resumed from its journal. */
  @Test
  @Tag("proof")
  void no_message_is_lost_by_a_process_that_is_killed() throws Exception {
    Files.write(input, lines(KILLED));
    String[] load =
        command(
            "load",
            input,
            "--at-least-once",
            "--journal",
            folder.resolve("messages.journal").toString(),
            "--pace",
            "fixed(" + KILLED / 7 + "/s)");
    for (int sent : List.of(KILLED / 7, KILLED / 7 * 3, KILLED / 7 * 5)) {
      Program killed = Program.reprise(load);
      while (inQueue() < sent) {
        if (killed.endsWithin(KILLED / 2_000)) {
          fail("it ended before it was killed: " + killed.end().messages());
        }
      }
      killed.signal("KILL");
      assertThat(killed.end().code()).isEqualTo(128 + 9);
    }

    Program.Ended ended = Program.reprise(load).end();

    assertThat(ended.code()).as(ended.messages()).isZero();
    List<String> arrived = drain(url);
    assertThat(new TreeSet<>(arrived)).isEqualTo(new TreeSet<>(lines(KILLED)));
    int duplicates = arrived.size() - KILLED;
    System.out.println(KILLED + " messages, 3 kills: none missing, " + duplicates + " duplicates");
    assertThat(duplicates).isLessThanOrEqualTo(3 * IN_FLIGHT);
  }

  private int inQueue() {
    return Integer.parseInt(
        client
            .getQueueAttributes(
                r ->
                    r.queueUrl(url)
                        .attributeNames(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES))
            .attributes()
            .get(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES));
  }
}
