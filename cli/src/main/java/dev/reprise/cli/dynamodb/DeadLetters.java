package dev.reprise.cli.dynamodb;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.batch.FailedItem;
import dev.reprise.dynamodb.InvalidItemException;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A file of what failed, one JSON object a line: {@code line}, {@code reason}, {@code attempts} and
 * {@code item}, or {@code text} where the line was no item. Made when the first is written,
 * readable and writable by its owner alone. Used by one thread at a time.
 */
final class DeadLetters implements Closeable {

  private static final Set<PosixFilePermission> OWNER_ALONE =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  private final Path file;
  private @Nullable Writer writer;
  private long count;

  DeadLetters(Path file) {
    this.file = file;
  }

  Path file() {
    return file;
  }

  /** How many were written. */
  long count() {
    return count;
  }

  /** Writes an item that failed. */
  void failed(long line, FailedItem<?> failed, Map<String, AttributeValue> item) {
    String reason =
        failed.error() instanceof InvalidItemException invalid
            ? String.valueOf(invalid.getMessage())
            : failed.reason() + ": " + failed.message();
    write(letter(line, reason, failed.attempts()).set("item", ItemJson.node(item)));
  }

  /** Writes an item that was not sent, since the run was stopped. */
  void notAttempted(Map<String, AttributeValue> item) {
    write(letter(0, "not attempted", 0).set("item", ItemJson.node(item)));
  }

  /** Writes a line that is no item. */
  void bad(LineReader.Line line, String reason) {
    write(letter(line.number(), reason, 0).put("text", line.text()));
  }

  private static ObjectNode letter(long line, String reason, int attempts) {
    ObjectNode letter = JsonNodeFactory.instance.objectNode();
    if (line > 0) {
      letter.put("line", line);
    }
    return letter.put("reason", reason).put("attempts", attempts);
  }

  private void write(ObjectNode letter) {
    try {
      Writer to = writer;
      if (to == null) {
        to = Channels.newWriter(create(), StandardCharsets.UTF_8);
        writer = to;
      }
      to.write(letter.toString());
      to.write('\n');
      to.flush();
      count++;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private WritableByteChannel create() throws IOException {
    try {
      return Files.newByteChannel(file, NEW, PosixFilePermissions.asFileAttribute(OWNER_ALONE));
    } catch (UnsupportedOperationException notPosix) {
      WritableByteChannel channel = Files.newByteChannel(file, NEW);
      boolean hidden =
          file.toFile().setReadable(false, false) && file.toFile().setReadable(true, true);
      if (!hidden) {
        channel.close();
        throw new IOException("cannot keep " + file + " from others", notPosix);
      }
      return channel;
    }
  }

  @Override
  public void close() throws IOException {
    if (writer != null) {
      writer.close();
    }
  }
}
