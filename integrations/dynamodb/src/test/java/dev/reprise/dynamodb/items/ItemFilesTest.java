package dev.reprise.dynamodb.items;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.dynamodb.internal.json.JsonLine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ItemFilesTest {

  @TempDir private Path folder;
  private final List<BadLine> bad = new ArrayList<>();
  private final Items random = new Items(1);
  private final List<Map<String, AttributeValue>> items =
      Stream.generate(random::item).limit(20).toList();

  private List<Map<String, AttributeValue>> read(InputStream in) throws IOException {
    List<Map<String, AttributeValue>> found = new ArrayList<>();
    try (ItemReader reader = ItemReader.of(in, "orders", bad::add)) {
      reader.forEachRemaining(found::add);
    }
    return found;
  }

  private List<Map<String, AttributeValue>> read(byte[] bytes) throws IOException {
    return read(new ByteArrayInputStream(bytes));
  }

  private byte[] written(JsonForm form, Compression compression) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ItemWriter writer = ItemWriter.of(bytes, form, compression)) {
      items.forEach(writer::write);
      writer.complete();
      assertThat(writer.items()).isEqualTo(items.size());
    }
    return bytes.toByteArray();
  }

  private static byte[] joined(byte[]... parts) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.write(part);
    }
    return all.toByteArray();
  }

  @Test
  void random_items_of_all_types_are_equal_after_writing_and_reading_in_both_forms() {
    Items more = new Items(2);
    for (int i = 0; i < 2_000; i++) {
      Map<String, AttributeValue> item = i % 2 == 0 ? more.item() : more.map(0);
      for (JsonForm form : JsonForm.values()) {
        String line = form.line(item);
        assertThat(line).doesNotContain("\n", "\r");
        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(line)).isTrue();
        Map<String, AttributeValue> back = ItemJson.parse(line);
        assertThat(back).as(line).isEqualTo(item);
        assertThat(back.keySet()).containsExactlyElementsOf(item.keySet());
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        assertThat(ItemJson.parse(JsonLine.of(bytes, 0, bytes.length))).isEqualTo(item);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void compression_is_recognized_by_the_content_of_a_file(Compression compression)
      throws IOException {
    for (JsonForm form : JsonForm.values()) {
      Path file = folder.resolve("items-" + form);
      try (ItemWriter writer = ItemWriter.create(file, form, compression)) {
        items.forEach(writer::write);
        writer.complete();
      }
      try (ItemReader reader = ItemReader.open(file, bad::add)) {
        List<Map<String, AttributeValue>> found = new ArrayList<>();
        reader.forEachRemaining(found::add);
        assertThat(found).isEqualTo(items);
        assertThat(reader.bytesRead()).isEqualTo(Files.size(file));
      }
    }
    assertThat(bad).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"a.gz,GZIP", "A.JSON.GZ,GZIP", "a.zst,ZSTD", "a.zstd,ZSTD", "a.ndjson,NONE"})
  void the_file_name_indicates_the_compression(String name, Compression compression) {
    assertThat(Compression.of(Path.of(name))).isEqualTo(compression);
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "ZSTD"})
  void members_and_frames_follow_each_other(Compression compression) throws IOException {
    byte[] once = written(JsonForm.DYNAMODB, compression);
    byte[] padding = compression == Compression.GZIP ? new byte[512] : new byte[0];

    assertThat(read(joined(once, once, once, padding))).hasSize(3 * items.size());
    assertThat(read(slowly(joined(once, once)))).hasSize(2 * items.size());
    assertThat(bad).isEmpty();
  }

  /** Returns one byte at a time and reports that no more bytes are available. */
  private static InputStream slowly(byte[] bytes) {
    return new FilterInputStream(new ByteArrayInputStream(bytes)) {
      @Override
      public int read(byte[] to, int offset, int length) throws IOException {
        return super.read(to, offset, Math.min(1, length));
      }

      @Override
      public int available() {
        return 0;
      }
    };
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "ZSTD"})
  void compressed_input_that_is_truncated_anywhere_is_an_error_with_the_position(
      Compression compression) throws IOException {
    byte[] once = written(JsonForm.PLAIN, compression);
    byte[] twice = joined(once, once);
    for (int length = 5; length < twice.length; length += length < 40 ? 1 : 7) {
      if (length == once.length) {
        continue;
      }
      byte[] cut = Arrays.copyOf(twice, length);
      String place = "after " + length + " bytes and ";
      assertThatThrownBy(() -> read(cut))
          .as("cut at %d of %d", length, twice.length)
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageStartingWith("orders: ")
          .hasMessageContaining(place);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "ZSTD"})
  void damaged_compressed_input_is_always_an_error(Compression compression) throws IOException {
    byte[] whole = written(JsonForm.PLAIN, compression);
    SplittableRandom places = new SplittableRandom(3);
    for (int i = 0; i < 150; i++) {
      byte[] damaged = whole.clone();
      damaged[10 + places.nextInt(whole.length - 10)] ^= (byte) (1 << places.nextInt(8));
      try {
        assertThat(read(damaged)).isEqualTo(items);
      } catch (UncheckedIOException expected) {
        assertThat(expected).hasMessageStartingWith("orders: ");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"orders.ndjson.gz,GZIP", "orders.ndjson.zst,ZSTD"})
  void a_compressed_file_truncated_within_its_first_bytes_is_not_read_as_an_empty_file(
      String name, Compression compression) throws IOException {
    byte[] whole = written(JsonForm.PLAIN, compression);
    Path file = folder.resolve(name);
    for (int length = 0; length < 12; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(
              () -> {
                try (ItemReader reader = ItemReader.open(file, bad::add)) {
                  reader.hasNext();
                }
              })
          .as("cut at %d", length)
          .isInstanceOfAny(IOException.class, UncheckedIOException.class)
          .hasMessageStartingWith(file + ": ");
    }
    Files.write(folder.resolve("orders.ndjson"), new byte[0]);
    try (ItemReader reader = ItemReader.open(folder.resolve("orders.ndjson"), bad::add)) {
      assertThat(reader.hasNext()).isFalse();
    }
    assertThat(bad).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "ZSTD"})
  void the_reader_detects_a_compressed_stream_that_was_not_completed(Compression compression)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ItemWriter writer = ItemWriter.of(bytes, JsonForm.PLAIN, compression)) {
      items.forEach(writer::write);
    }
    assertThatThrownBy(() -> read(bytes.toByteArray())).hasMessageStartingWith("orders: ends ");
  }

  @Test
  void a_plain_stream_that_is_not_completed_has_the_written_items() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ItemWriter writer = ItemWriter.of(bytes, JsonForm.PLAIN, Compression.NONE)) {
      items.forEach(writer::write);
    }
    assertThat(read(bytes.toByteArray())).isEqualTo(items);
  }

  @Test
  void a_file_cannot_be_completed_after_an_item_could_not_be_written() throws IOException {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw new IOException("no space left");
          }
        };
    try (ItemWriter writer = ItemWriter.of(full, JsonForm.PLAIN, Compression.NONE)) {
      Map<String, AttributeValue> large = Map.of("a", AttributeValue.fromS("x".repeat(100_000)));
      assertThatThrownBy(() -> writer.write(large)).hasMessageContaining("no space left");
      assertThatThrownBy(writer::complete).hasMessage("an item could not be written");
    }
  }

  @Test
  void an_interrupted_thread_writes_a_complete_file() throws IOException {
    Path file = folder.resolve("orders.ndjson");
    try (ItemWriter writer = ItemWriter.create(file)) {
      Thread.currentThread().interrupt();
      items.forEach(writer::write);
      writer.complete();
    }
    assertThat(Thread.interrupted()).isTrue();
    assertThat(read(Files.readAllBytes(file))).isEqualTo(items);
  }

  @Test
  void an_item_that_could_not_be_read_back_is_refused_and_not_written() throws IOException {
    AttributeValue none = AttributeValue.builder().build();
    AttributeValue two = AttributeValue.builder().s("x").n("1").build();
    List<AttributeValue> tooMany =
        Collections.nCopies(ItemReader.MAX_LINE_BYTES / 2, AttributeValue.fromN("1"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ItemWriter writer = ItemWriter.of(bytes, JsonForm.PLAIN, Compression.NONE)) {
      for (AttributeValue value : List.of(none, two)) {
        assertThatThrownBy(() -> writer.write(Map.of("a", AttributeValue.fromL(List.of(value)))))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("a value must have one type, but has none or several");
      }
      assertThatThrownBy(() -> writer.write(Map.of("\ude00", AttributeValue.fromS("x"))))
          .hasMessage("a name has an unpaired surrogate");
      assertThatThrownBy(() -> writer.write(Map.of("a", AttributeValue.fromL(tooMany))))
          .hasMessageStartingWith("line of an item must be at most 4194304 bytes long, but was ");
      writer.write(items.get(0));
      writer.complete();
    }
    assertThat(read(bytes.toByteArray())).containsExactly(items.get(0));
  }

  @Test
  void other_data_after_a_gzip_member_is_an_error() throws IOException {
    byte[] more = joined(written(JsonForm.PLAIN, Compression.GZIP), new byte[] {0, 'x'});
    assertThatThrownBy(() -> read(more))
        .hasMessageContaining("unexpected data after a gzip member");
  }

  @Test
  void an_export_to_s3_is_read() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (var gzip = Compression.GZIP.compressing(bytes)) {
      for (Map<String, AttributeValue> item : items) {
        String line = "{\"Item\":" + ItemJson.typedLine(item) + "}\n";
        gzip.write(line.getBytes(StandardCharsets.UTF_8));
      }
      gzip.write(
          "{\"Item\":{\"S\":{\"S\":\"a key named as a type is\"}}}"
              .getBytes(StandardCharsets.UTF_8));
    }

    List<Map<String, AttributeValue>> found = read(bytes.toByteArray());
    assertThat(found.subList(0, items.size())).isEqualTo(items);
    assertThat(found.get(items.size())).containsOnlyKeys("S");
    assertThat(bad).isEmpty();
  }

  @Test
  void every_line_of_any_bytes_is_an_item_or_bad_or_empty() throws IOException {
    SplittableRandom choice = new SplittableRandom(4);
    for (int round = 0; round < 150; round++) {
      byte[] bytes = written(round % 2 == 0 ? JsonForm.PLAIN : JsonForm.DYNAMODB, Compression.NONE);
      for (int changes = choice.nextInt(30); changes >= 0; changes--) {
        bytes[4 + choice.nextInt(bytes.length - 4)] = (byte) choice.nextInt(256);
      }
      bad.clear();
      try (ItemReader reader = ItemReader.of(new ByteArrayInputStream(bytes), "x", bad::add)) {
        while (reader.hasNext()) {
          long position = reader.items();
          Map<String, AttributeValue> item = reader.next();
          assertThat(reader.lineOf(position)).isEqualTo(reader.lastLine());
          assertThat(ItemJson.parse(ItemJson.line(item))).isEqualTo(item);
        }
        assertThat(reader.badLines()).isEqualTo(bad.size());
        assertThat(reader.items() + reader.badLines() + blankLines(bytes))
            .isEqualTo(reader.lastLine());
      }
    }
  }

  private static long blankLines(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    String[] lines =
        (text.endsWith("\n") ? text.substring(0, text.length() - 1) : text).split("\n", -1);
    return Arrays.stream(lines).filter(line -> line.matches("[ \t\r]*")).count();
  }

  @Test
  void lines_are_the_same_for_reads_of_any_size() throws IOException {
    SplittableRandom choice = new SplittableRandom(5);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      text.append("{\"n\":")
          .append(i)
          .append(",\"x\":\"")
          .append("y".repeat(choice.nextInt(3_000)));
      text.append("\"}").append(i % 7 == 0 ? "\r\n\n" : "\n");
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    List<Map<String, AttributeValue>> atOnce = read(bytes);

    assertThat(atOnce).hasSize(300);
    assertThat(read(slowly(bytes))).isEqualTo(atOnce);
  }

  @Test
  void a_file_exists_only_after_it_is_complete() throws IOException {
    Path file = folder.resolve("orders.ndjson.gz");
    try (ItemWriter writer = ItemWriter.create(file)) {
      writer.write(items.get(0));
      assertThat(file).doesNotExist();
    }
    assertThat(folder).isEmptyDirectory();

    try (ItemWriter writer = ItemWriter.create(file)) {
      writer.write(items.get(0));
      writer.complete();
      assertThat(file).exists();
      assertThatThrownBy(() -> writer.write(items.get(1)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the writer is complete");
    }
    assertThat(folder).isDirectoryContaining(file::equals);
    assertThatThrownBy(() -> ItemWriter.create(file))
        .isInstanceOf(FileAlreadyExistsException.class);

    byte[] before = Files.readAllBytes(file);
    try (ItemWriter writer = ItemWriter.replace(file, JsonForm.PLAIN, Compression.NONE)) {
      writer.write(items.get(1));
      assertThat(file).hasBinaryContent(before);
      writer.complete();
    }
    assertThat(file).hasContent(ItemJson.line(items.get(1)));
  }

  @Test
  void a_file_created_in_the_meantime_is_not_overwritten() throws IOException {
    Path file = folder.resolve("orders.ndjson");
    try (ItemWriter writer = ItemWriter.create(file)) {
      writer.write(items.get(0));
      Files.writeString(file, "mine");
      assertThatThrownBy(writer::complete).isInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(file).hasContent("mine");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void zstd_without_its_library_names_the_library() throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String part : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
      if (!part.contains("zstd-jni")) {
        urls.add(Path.of(part).toUri().toURL());
      }
    }
    byte[] bytes = written(JsonForm.PLAIN, Compression.ZSTD);
    try (URLClassLoader without =
        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Class<?> reader = without.loadClass(ItemReader.class.getName());
      var of =
          reader.getMethod(
              "of", InputStream.class, String.class, java.util.function.Consumer.class);
      java.util.function.Consumer<Object> nobody = line -> {};

      assertThatThrownBy(() -> of.invoke(null, new ByteArrayInputStream(bytes), "a.zst", nobody))
          .rootCause()
          .isInstanceOf(ClassNotFoundException.class);
      assertThatThrownBy(() -> of.invoke(null, new ByteArrayInputStream(bytes), "a.zst", nobody))
          .cause()
          .isInstanceOf(IOException.class)
          .hasMessage("a.zst: zstd needs the library com.github.luben:zstd-jni, which is missing");
    }
  }

  /** As after a try statement that closes the reader while an asynchronous run reads it. */
  @ParameterizedTest
  @EnumSource
  void a_reader_that_was_closed_too_early_does_not_pretend_to_be_at_the_end(Compression compression)
      throws IOException {
    Path file = folder.resolve("items");
    int count = 20_000;
    SplittableRandom random = new SplittableRandom(3);
    try (ItemWriter writer = ItemWriter.create(file, JsonForm.PLAIN, compression)) {
      for (int i = 0; i < count; i++) {
        writer.write(Map.of("id", AttributeValue.fromS(i + " " + random.nextLong())));
      }
      writer.complete();
    }
    ItemReader reader = ItemReader.open(file, bad -> {});
    reader.next();

    reader.close();

    assertThatThrownBy(() -> reader.forEachRemaining(item -> {}))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(reader.items()).isLessThan(count);
  }
}
