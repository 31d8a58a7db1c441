package dev.reprise.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.idempotency.internal.call.OutcomeFormat;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStoreException;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredOutcome;
import dev.reprise.idempotency.store.file.FileIdempotencyStore;
import dev.reprise.testing.UntrustedText;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that names, keys, paths and stored texts are printed on one line, bounded and escaped. */
class ForeignTextTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final byte FAILURE = 2;
  private static final byte NOT_ENCODABLE = 4;
  private static final int LONGEST_UTF = 20_000;

  @TempDir static Path folder;

  static Stream<Arguments> doors() {
    return Stream.of(
        door("principal", text -> shown(() -> IdempotencyKey.of(text + "\n", "pay", "k"))),
        door("operation", text -> shown(() -> keyFor(text))),
        door("key", text -> shown(() -> IdempotencyKey.of("ann", "pay", text + "\n"))),
        door("operation in a message", text -> shown(() -> reused(text))),
        door("log of a codec", text -> shown(() -> logged(text))),
        door("fingerprint of a claim", text -> shown(() -> claim(text, ""))),
        door("owner of a claim", text -> shown(() -> claim("", text))),
        door("stored entry", text -> entry(text).toString()),
        door("stored failure of the codec", text -> message(() -> read(NOT_ENCODABLE, text))),
        door("stored type of a failure", text -> causeOf(() -> read(FAILURE, text))),
        door("failure of a store", text -> new IdempotencyStoreException(text, null).getMessage()),
        door("folder", text -> shown(() -> open(create(text)))),
        door("folder in a file", text -> shown(() -> open(inFile(text)))),
        door("folder of others", text -> shown(() -> open(shared(create(text))))),
        door("folder that is gone", text -> shown(() -> find(create(text)))));
  }

  private static Arguments door(String name, UnaryOperator<String> shows) {
    return Arguments.of(name, shows);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("doors")
  void is_one_line_of_bounded_length_and_escaped(String name, UnaryOperator<String> shows) {
    assertThat(shows.apply("Xy")).isNotEmpty();
    UntrustedText.assertPrintable(shows);
  }

  private interface Showing {
    Object show() throws Exception;
  }

  /**
   * Returns the printed text of a value, or the message that refuses it; a path cannot contain
   * every text.
   */
  private static String shown(Showing door) {
    try {
      return String.valueOf(door.show());
    } catch (InvalidPathException | FileSystemException impossible) {
      return "";
    } catch (Exception refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  private static String message(ThrowingCallable call) {
    return catchThrowable(call).getMessage();
  }

  private static String causeOf(ThrowingCallable call) {
    return catchThrowable(call).getCause().getMessage();
  }

  private static IdempotencyKey keyFor(String operation) {
    return IdempotencyKey.of("ann", operation, "k");
  }

  private static Object reused(String operation) {
    GuardFixture fixture = new GuardFixture();
    IdempotencyKey key = keyFor(operation);
    String unused = fixture.guard.call(key, Fingerprint.of("one"), fixture::run);
    return fixture.guard.call(key, Fingerprint.of("another"), fixture::run);
  }

  /** Half a surrogate pair cannot be encoded. */
  private static String logged(String operation) {
    Logger logger = Logger.getLogger("dev.reprise.idempotency");
    Log log = new Log();
    logger.addHandler(log);
    logger.setUseParentHandlers(false);
    try {
      String unused =
          new GuardFixture()
              .guard.call(keyFor(operation), GuardFixture.REQUEST, holder -> "\ud800");
      return String.join("\n", log.lines);
    } finally {
      logger.setUseParentHandlers(true);
      logger.removeHandler(log);
    }
  }

  private static final class Log extends Handler {

    private final List<String> lines = new ArrayList<>();

    @Override
    public void publish(LogRecord line) {
      lines.add(new SimpleFormatter().formatMessage(line));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static ClaimRequest claim(String fingerprint, String owner) {
    return new ClaimRequest(fingerprint, HOUR, HOUR, owner);
  }

  private static StoredEntry entry(String text) {
    Instant now = Instant.EPOCH;
    return new StoredEntry(StoredEntry.Status.LEASED, 1, text, now, now, HOUR, null, text);
  }

  private static Object read(byte kind, String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(kind);
      out.writeUTF(text.substring(0, Math.min(LONGEST_UTF, text.length())));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return OutcomeFormat.of(OutcomeCodec.string())
        .read(GuardFixture.KEY, StoredOutcome.of(bytes.toByteArray()));
  }

  private static FileIdempotencyStore open(Path path) {
    return FileIdempotencyStore.open(path);
  }

  private static Path create(String name) throws IOException {
    Path path = Files.createTempDirectory(folder, "store").resolve(nameOf(name));
    return Files.createDirectory(path);
  }

  private static Path inFile(String name) throws IOException {
    return Files.createTempFile(folder, "file", null).resolve(nameOf(name));
  }

  private static String nameOf(String text) {
    return "a" + text.replace('/', '_');
  }

  private static Path shared(Path path) throws IOException {
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
  }

  private static Object find(Path path) throws IOException {
    FileIdempotencyStore store = FileIdempotencyStore.open(path);
    Files.delete(path.resolve("lock"));
    Files.createDirectory(path.resolve("lock"));
    return store.find(GuardFixture.KEY.digest());
  }
}
