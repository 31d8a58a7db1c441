package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.FaultScript;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table with items, and files that commands read: {@code items}, {@code bad} lines, dead {@code
 * letters}, a {@code journal}. Commands are written with {@code {items}} and so on, {@code {url}}
 * for the endpoint and {@code {dir}} for a directory of one test.
 */
final class SampleFiles implements AutoCloseable {

  private static final int ITEMS = 3_000;

  private final Path inputs;
  private final DynamoDbTableServer server;
  private final BulkServer search;
  private final QueueServer queues;

  SampleFiles(Path inputs, FaultScript faults) throws IOException {
    this(inputs, ITEMS, faults);
  }

  SampleFiles(Path inputs, int items, FaultScript faults) throws IOException {
    this.inputs = inputs;
    server =
        DynamoDbTableServer.builder()
            .writeUnits(1_000_000)
            .readUnits(1_000_000)
            .faults(faults)
            .start();
    search = new BulkServer(number -> faults.faultFor("_bulk").map(fault -> 429));
    queues = new QueueServer(() -> faults.faultFor("SendMessageBatch").isPresent());
    InProcess.reprise(words("dynamodb generate " + items + " --out {items}", inputs));
    Files.writeString(inputs.resolve("documents"), documents(Math.min(items, 1_000)));
    Files.writeString(inputs.resolve("messages"), messages(Math.min(items, 1_000)));
    Files.writeString(inputs.resolve("bad"), "no item\n".repeat(1_000));
    String load = "dynamodb load {items} --table items --endpoint {url}";
    Program.Ended loaded = InProcess.reprise(words(load + " --create id", inputs));
    assertThat(loaded.code()).as(loaded.messages()).isZero();
    Program.Ended kept = InProcess.reprise(words(load + " --journal {journal}", inputs));
    assertThat(kept.code()).as(kept.messages()).isZero();
    Files.write(
        inputs.resolve("letters"),
        Files.readAllLines(inputs.resolve("items")).stream()
            .map(item -> item.substring(0, item.indexOf(',')) + "}")
            .map(item -> item.replaceFirst(":(.*)}", ":{\"S\":$1}}"))
            .map(
                item ->
                    "{\"line\":1,\"position\":0,\"table\":\"items\",\"reason\":\"attempts used"
                        + " up\",\"attempts\":1,\"message\":\"m\",\"op\":\"put\",\"item\":"
                        + item
                        + "}")
            .toList(),
        StandardCharsets.UTF_8);
  }

  /** Each has its own key: of one key, only one document is sent at a time. */
  private static String documents(int count) {
    String letter =
        "{\"index\":\"items\",\"line\":1,\"position\":0,\"reason\":\"attempts used up\","
            + "\"attempts\":1,\"message\":\"m\",\"action\":\"index\",\"id\":\"%d\","
            + "\"document\":\"{\\\"n\\\":1}\"}\n";
    return IntStream.range(0, count).mapToObj(letter::formatted).collect(Collectors.joining());
  }

  private String messages(int count) {
    String letter =
        "{\"queue\":\"%s/queue\",\"line\":1,\"reason\":\"attempts used up\",\"attempts\":1,"
            + "\"message\":\"m\",\"body\":\"hello\"}\n";
    return letter.formatted(queues.endpoint()).repeat(count);
  }

  /** Splits a command at spaces outside of quotes, and replaces the names in braces. */
  String[] words(String command, Path dir) {
    List<String> words = new ArrayList<>();
    String[] parts = command.split("'");
    for (int i = 0; i < parts.length; i++) {
      List<String> some = i % 2 == 1 ? List.of(parts[i]) : Arrays.asList(parts[i].split(" "));
      some.stream().filter(word -> !word.isEmpty()).forEach(words::add);
    }
    return words.stream().map(word -> filled(word, dir)).toArray(String[]::new);
  }

  private String filled(String word, Path dir) {
    String text =
        word.replace("{url}", server.endpoint().toString())
            .replace("{search}", search.endpoint().toString())
            .replace("{queues}", queues.endpoint().toString());
    for (String input : List.of("items", "bad", "letters", "journal", "documents", "messages")) {
      text = text.replace("{" + input + "}", inputs.resolve(input).toString());
    }
    return text.replace("{dir}", dir.toString());
  }

  /** The names of the files in a directory and its subdirectories. */
  static List<String> names(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> !path.equals(folder))
          .map(path -> folder.relativize(path).toString())
          .sorted()
          .toList();
    }
  }

  @Override
  public void close() {
    server.close();
    search.close();
    queues.close();
  }
}
