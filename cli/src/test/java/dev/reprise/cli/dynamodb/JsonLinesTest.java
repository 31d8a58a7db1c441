package dev.reprise.cli.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonLinesTest {

  @TempDir private Path folder;
  private final StringWriter messages = new StringWriter();

  private JsonLines lines(byte[] file) {
    return new JsonLines(
        new LineReader(new ByteArrayInputStream(file)),
        new DeadLetters(folder.resolve("dead")),
        new PrintWriter(messages));
  }

  @Test
  void knows_the_line_of_each_item_and_passes_over_what_is_none() throws Exception {
    String file = "\uFEFF{\"a\":0}\r\n\n{\"a\":1}\n{\"a\":2}\nbad\n  \n{\"a\":3}";
    JsonLines lines = lines(file.getBytes(StandardCharsets.UTF_8));
    List<String> items = new ArrayList<>();
    lines.forEachRemaining(item -> items.add(item.get("a").n()));

    assertThat(items).containsExactly("0", "1", "2", "3");
    assertThat(List.of(lines.lineOf(0), lines.lineOf(1), lines.lineOf(2), lines.lineOf(3)))
        .containsExactly(1L, 3L, 4L, 7L);
    assertThat(lines.bad()).isEqualTo(1);
    assertThat(lines.lastLine()).isEqualTo(7);
    assertThat(messages.toString()).startsWith("reprise: line 5: not JSON: Unrecognized token");
    assertThat(Files.readString(folder.resolve("dead")))
        .startsWith("{\"line\":5,\"reason\":\"not JSON: ")
        .endsWith("\"attempts\":0,\"text\":\"bad\"}\n");
  }

  @Test
  void tells_ten_bad_lines_and_writes_them_all_down() throws Exception {
    JsonLines lines = lines("bad\n".repeat(30).getBytes(StandardCharsets.UTF_8));

    assertThat(lines.hasNext()).isFalse();
    assertThat(messages.toString().lines()).hasSize(11);
    assertThat(Files.readAllLines(folder.resolve("dead"))).hasSize(30);
  }

  @Test
  void a_line_that_is_too_long_or_not_utf_8_is_bad() {
    byte[] file = new byte[LineReader.LONGEST + 10];
    file[LineReader.LONGEST + 2] = '\n';
    file[LineReader.LONGEST + 3] = (byte) 0xff;

    assertThat(lines(file).hasNext()).isFalse();
    assertThat(messages.toString())
        .contains("line 1: longer than 4194304 bytes", "line 2: not UTF-8");
  }
}
