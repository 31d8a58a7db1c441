package dev.reprise.cli.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.cli.InProcess;
import dev.reprise.cli.Program;
import dev.reprise.dynamodb.items.ItemReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class GenerateCommandTest {

  @TempDir private Path folder;

  private static Program.Ended generate(String... arguments) {
    List<String> words = new ArrayList<>(List.of("dynamodb", "generate"));
    words.addAll(List.of(arguments));
    return InProcess.reprise(words.toArray(String[]::new));
  }

  private List<Map<String, AttributeValue>> items(Path file) throws Exception {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    try (ItemReader reader =
        ItemReader.open(
            file,
            bad -> {
              throw new AssertionError(bad);
            })) {
      reader.forEachRemaining(items::add);
    }
    return items;
  }

  @Test
  void a_longer_output_begins_with_a_shorter_one_and_lines_have_the_given_length() {
    byte[] few = generate("100", "--bytes", "123").output();
    byte[] more = generate("1000", "--bytes", "123").output();

    assertThat(few).hasSize(100 * 123);
    assertThat(more).hasSize(1_000 * 123).startsWith(few);
    assertThat(new String(more, StandardCharsets.UTF_8).lines()).allMatch(s -> s.length() == 122);
  }

  /** The bytes must not change: journals and measurements of users depend on them. */
  @Test
  void the_first_items_never_change() {
    assertThat(generate("2", "--bytes", "120").text().lines())
        .containsExactly(
            "{\"id\":\"item-0000000000\",\"group\":293,\"cents\":605,\"sold\":true,"
                + "\"code\":\"2433363436\",\"text\":\"to where it is kept in the en\"}",
            "{\"id\":\"item-0000000001\",\"group\":203,\"cents\":16589,\"sold\":true,"
                + "\"code\":\"3203108257\",\"text\":\"s to where it is kept in th\"}");
  }

  @Test
  void a_different_seed_gives_different_items_with_the_same_keys() throws Exception {
    generate("50", "--out", folder.resolve("one").toString());
    generate("50", "--out", folder.resolve("two").toString(), "--seed", "2");

    List<Map<String, AttributeValue>> one = items(folder.resolve("one"));
    List<Map<String, AttributeValue>> two = items(folder.resolve("two"));
    assertThat(two).hasSize(50).doesNotContainAnyElementsOf(one);
    assertThat(two.stream().map(item -> item.get("id")).toList())
        .doesNotHaveDuplicates()
        .isEqualTo(one.stream().map(item -> item.get("id")).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"items.ndjson", "items.ndjson.gz", "items.ndjson.zst"})
  void a_file_is_compressed_according_to_its_name(String name) throws Exception {
    Path file = folder.resolve(name);
    assertThat(generate("500", "--out", file.toString()).code()).isZero();

    assertThat(new HashSet<>(items(file))).hasSize(500);
    assertThat(Files.size(file)).isLessThanOrEqualTo(name.endsWith("n") ? 100_000 : 30_000);
    try (var all = Files.list(folder)) {
      assertThat(all).containsExactly(file);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-1 | NUMBER must be from 0 to 10000000000, but was -1",
        "1 --bytes 99 | --bytes must be from 100 to 400000, but was 99",
        "x | Invalid value for positional parameter at index 0 (NUMBER): 'x' is not a whole number",
        "1 --out nosuch/file | cannot write nosuch/file: no such file or directory"
      })
  void mistakes_in_the_arguments_exit_with_2(String arguments, String message) {
    Program.Ended ended = generate(arguments.split(" "));
    assertThat(ended.messages()).startsWith("reprise: " + message);
    assertThat(ended.code()).isEqualTo(2);
  }
}
