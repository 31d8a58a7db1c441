package dev.reprise.dynamodb.items;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.dynamodb.internal.file.LineBuffer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ItemReaderTest {

  private final List<BadLine> bad = new ArrayList<>();

  private ItemReader reader(byte[] file) throws IOException {
    return ItemReader.of(new ByteArrayInputStream(file), "items", bad::add);
  }

  @Test
  void returns_the_line_of_each_item_and_skips_other_lines() throws Exception {
    String file = "\uFEFF{\"a\":0}\r\n\n{\"a\":1}\n{\"a\":2}\nbad\n  \n{\"a\":3}";
    ItemReader reader = reader(file.getBytes(StandardCharsets.UTF_8));
    List<String> items = new ArrayList<>();
    reader.forEachRemaining(item -> items.add(item.get("a").n()));

    assertThat(items).containsExactly("0", "1", "2", "3");
    assertThat(List.of(reader.lineOf(0), reader.lineOf(1), reader.lineOf(2), reader.lineOf(3)))
        .containsExactly(1L, 3L, 4L, 7L);
    assertThat(reader.items()).isEqualTo(4);
    assertThat(reader.badLines()).isEqualTo(1);
    assertThat(reader.lastLine()).isEqualTo(7);
    assertThat(reader.bytesRead()).isEqualTo(file.getBytes(StandardCharsets.UTF_8).length);
    assertThat(bad)
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.number()).isEqualTo(5);
              assertThat(line.reason()).startsWith("not JSON: Unrecognized token");
              assertThat(line.text()).isEqualTo("bad");
            });
  }

  /** As {@code Files.newInputStream} of a pipe on JDK 17. */
  @Test
  void an_input_that_does_not_know_how_many_bytes_are_available_is_read() throws Exception {
    byte[] file = "{\"a\":1}\n{\"a\":2}".getBytes(StandardCharsets.UTF_8);
    ByteArrayInputStream pipe =
        new ByteArrayInputStream(file) {
          @Override
          public int read(byte[] to, int offset, int length) {
            return super.read(to, offset, Math.min(length, 3));
          }

          @Override
          public int available() {
            throw new UncheckedIOException(new IOException("Illegal seek"));
          }
        };
    ItemReader reader = ItemReader.of(pipe, "items", bad::add);
    assertThat(reader.next().get("a").n()).isEqualTo("1");
    assertThat(reader.next().get("a").n()).isEqualTo("2");
    assertThat(reader.hasNext()).isFalse();
  }

  @Test
  void a_line_that_is_too_long_or_not_utf_8_is_bad_and_the_next_is_read() throws Exception {
    byte[] file = new byte[ItemReader.MAX_LINE_BYTES + 30];
    java.util.Arrays.fill(file, (byte) 'x');
    file[ItemReader.MAX_LINE_BYTES + 2] = '\n';
    file[ItemReader.MAX_LINE_BYTES + 3] = (byte) 0xff;
    file[ItemReader.MAX_LINE_BYTES + 4] = '\n';
    byte[] item = "{\"a\":1}\n".getBytes(StandardCharsets.UTF_8);
    System.arraycopy(item, 0, file, ItemReader.MAX_LINE_BYTES + 5, item.length);
    file[file.length - 1] = '\n';

    ItemReader reader = reader(file);
    assertThat(reader.next().get("a").n()).isEqualTo("1");
    assertThat(reader.hasNext()).isFalse();
    assertThat(bad)
        .hasSize(3)
        .startsWith(
            new BadLine(1, "longer than 4194304 bytes", "x".repeat(LineBuffer.KEPT_BYTES)),
            new BadLine(2, "not UTF-8", "\uFFFD"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 999, 1_000, 1_001})
  void a_line_that_is_too_long_for_any_maximum_is_bad_with_its_own_text(int maxBytes)
      throws Exception {
    List<String> lines = new ArrayList<>();
    for (int length : new int[] {30, 0, 5, 1_500, 1, 1_001, 70_000, 11, 1_000, 999, 12}) {
      lines.add("abcdefghij".repeat(length / 10 + 1).substring(0, length));
    }
    byte[] file = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);

    List<String> read = new ArrayList<>();
    LineReader.of(new ByteArrayInputStream(file), "file", line -> line, maxBytes, bad::add)
        .forEachRemaining(read::add);

    assertThat(read)
        .isEqualTo(lines.stream().filter(l -> !l.isEmpty() && l.length() <= maxBytes).toList());
    assertThat(bad)
        .extracting(BadLine::text)
        .containsExactlyElementsOf(
            lines.stream()
                .filter(line -> line.length() > maxBytes)
                .map(line -> line.substring(0, Math.min(line.length(), LineBuffer.KEPT_BYTES)))
                .toList());
  }

  @Test
  void a_bad_line_is_reported_without_settings_of_the_parser() throws Exception {
    String deep = "{\"a\":" + "[".repeat(1_000) + "]".repeat(1_000) + "}";

    ItemReader reader = reader(("{\"a\":NaN}\n" + deep).getBytes(StandardCharsets.UTF_8));

    assertThat(reader.hasNext()).isFalse();
    assertThat(bad.get(0).reason()).isEqualTo("not JSON: Non-standard token 'NaN' at column 9");
    assertThat(bad.get(1).reason())
        .startsWith("not JSON: Document nesting depth (1001) exceeds the maximum allowed (1000)");
  }

  @Test
  void a_line_that_is_read_verbatim_loses_only_its_end_and_the_byte_order_mark() throws Exception {
    byte[] file = "\uFEFF\ta \r\n\r\n \n b\r\r\n\nc\r".getBytes(StandardCharsets.UTF_8);

    List<String> read = new ArrayList<>();
    LineReader<String> reader =
        LineReader.ofVerbatim(new ByteArrayInputStream(file), "file", line -> line, 10, bad::add);
    reader.forEachRemaining(read::add);

    assertThat(read).containsExactly("\ta ", " ", " b\r", "c");
    assertThat(reader.lineOf(3)).isEqualTo(6);
    assertThat(bad).isEmpty();
  }

  /** A file system may leave zeros in a file after a loss of power. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\0",
        "\0\0\0\0\0\0",
        "{\0\0\0abc",
        "x\0\0\0\0\0",
        "\0\0\0{",
        "\0{\0\"",
        "{\0}\0",
        "\0\0\0\0{\"a\":1}",
        "{\0\0\0\"a\":1}",
        "\0{\0\"\0a\0\"\0:\0001\0}",
        "{\0\"\0a\0\"\0:\0001\0}\0"
      })
  void a_line_with_zeros_is_bad_and_the_next_is_read(String line) throws Exception {
    byte[] file = ("{\"a\":1}\n" + line + "\n{\"a\":2}").getBytes(StandardCharsets.UTF_8);
    List<String> items = new ArrayList<>();
    reader(file).forEachRemaining(item -> items.add(item.get("a").n()));

    assertThat(items).containsExactly("1", "2");
    assertThat(bad)
        .singleElement()
        .satisfies(
            refused -> {
              assertThat(refused.number()).isEqualTo(2);
              assertThat(refused.reason()).startsWith("not JSON: ");
              assertThat(refused.text()).isEqualTo(line);
            });
  }
}
