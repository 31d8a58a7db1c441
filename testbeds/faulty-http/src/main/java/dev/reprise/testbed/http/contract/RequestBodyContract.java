package dev.reprise.testbed.http.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Http2Faults;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.protocol.ErrorCode;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * The contract of request bodies: a body that is sent again has equal bytes, or it is not sent
 * again. It tests each kind of body of a client with each fault of the first attempt.
 *
 * <pre>{@code
 * class MyRequestBodyTest extends RequestBodyContract<MyBody> {
 *   @Override
 *   protected List<Kind<MyBody>> kinds() {
 *     return List.of(
 *         kind("bytes", Promise.REPEATABLE, MyBody::ofBytes),
 *         kind("stream", Promise.ONCE, MyBody::ofStream));
 *   }
 *
 *   @Override
 *   protected MyBody bodyOf(Path file) throws IOException {
 *     return MyBody.ofFile(file);
 *   }
 *
 *   @Override
 *   protected List<Transport> transports() {
 *     return List.of(Transport.HTTP_1);
 *   }
 *
 *   @Override
 *   protected Sender<MyBody> sender(Retry retry, Transport transport) {
 *     return new MySender(retry);
 *   }
 * }
 * }</pre>
 *
 * @param <B> the client's type of bodies
 */
public abstract class RequestBodyContract<B> {

  private static final int ATTEMPTS = 3;
  private static final int LENGTH = 300_000;
  private static final int CUT = 40_000;

  /** Lengths at and between the sizes of blocks that clients send. */
  private static final List<Integer> OTHER_LENGTHS = List.of(0, 50, 8_192, 16_384, 400_000);

  private static final byte[] CONTENT = content();

  /** Constructor for subclasses. */
  protected RequestBodyContract() {}

  /** The repeatability of a body, and the declaration of its owner. */
  public enum Promise {
    /** The body can be sent again, so the call succeeds. */
    REPEATABLE,
    /** The body is not declared repeatable: it is not sent again after its sending has started. */
    ONCE,
    /** The body is declared repeatable, but has different bytes the second time. */
    BROKEN
  }

  /** The fault of the first attempt. */
  public enum Fault {
    /** Status 503 after the body has been read. */
    STATUS,
    /** Status 503 before the body is read. */
    EARLY_STATUS,
    /** The connection is reset after the body has been read. */
    RESET,
    /** The connection is reset while the body is read. */
    RESET_WITHIN,
    /** No response arrives before the attempt timeout. */
    TIMEOUT,
    /** HTTP/2: the stream is refused; clients may repeat it by themselves. */
    REFUSED,
    /** HTTP/2: GOAWAY excludes the request. */
    GOAWAY;

    private Step step() {
      return switch (this) {
        case STATUS -> Step.reply(503);
        case EARLY_STATUS -> Step.reply(503).withoutReading();
        case RESET -> Faults.resetWithoutResponse();
        case RESET_WITHIN -> Faults.resetInRequest(CUT);
        case TIMEOUT -> Faults.stall();
        case REFUSED -> Http2Faults.resetStreamOnArrival(ErrorCode.REFUSED_STREAM);
        case GOAWAY -> Http2Faults.goAwayUnprocessed(ErrorCode.NO_ERROR);
      };
    }

    /**
     * Returns whether only an attempt timeout may end the attempt. After GOAWAY, the client of JDK
     * 25 sends a request again by itself, and can wait forever if the request has a body.
     */
    private boolean mayHang() {
      return this == TIMEOUT || this == GOAWAY;
    }

    private boolean isRead() {
      return this == STATUS || this == RESET;
    }

    /** Returns whether the server reads nothing, so the client may not have begun the body. */
    private boolean isUnread() {
      return this == EARLY_STATUS || this == REFUSED || this == GOAWAY;
    }
  }

  /**
   * A kind of body.
   *
   * @param name name of the kind in the client
   * @param promise the repeatability
   * @param maker creates a new body from bytes
   * @param sent the bytes that the server must receive
   * @param <B> the client's type of bodies
   */
  public record Kind<B>(String name, Promise promise, Maker<B> maker, ByteBuffer sent) {}

  /**
   * Creates bodies.
   *
   * @param <B> the client's type of bodies
   */
  public interface Maker<B> {

    /**
     * Creates a body.
     *
     * @param content the bytes
     * @return a new body
     * @throws IOException if its file cannot be created
     */
    B of(byte[] content) throws IOException;
  }

  /**
   * A client with retries.
   *
   * @param <B> the client's type of bodies
   */
  public interface Sender<B> extends AutoCloseable {

    /**
     * Sends a PUT request.
     *
     * @param uri the address
     * @param body the body
     * @return the status of the last response
     * @throws Exception the exception of the call
     */
    int put(URI uri, B body) throws Exception;

    @Override
    void close();
  }

  /**
   * Returns all kinds of bodies of the client.
   *
   * @return kinds created with {@link #kind}
   */
  protected abstract List<Kind<B>> kinds();

  /**
   * Creates a client.
   *
   * @param retry the retry, with the policy that the client must use
   * @param transport the transport of the server
   * @return a new client
   */
  protected abstract Sender<B> sender(Retry retry, Transport transport);

  /**
   * Returns a body that reads a file each time it is sent.
   *
   * @param file the file
   * @return the body
   * @throws IOException if it cannot be read
   */
  protected abstract B bodyOf(Path file) throws IOException;

  /**
   * Returns the transports that the client supports.
   *
   * @return at least one transport
   */
  protected abstract List<Transport> transports();

  /**
   * Returns a kind of body with the standard content.
   *
   * @param name name of the kind in the client
   * @param promise the repeatability
   * @param maker creates a new body from bytes
   * @return the kind
   */
  protected final Kind<B> kind(String name, Promise promise, Maker<B> maker) {
    return new Kind<>(name, promise, maker, ByteBuffer.wrap(CONTENT));
  }

  /**
   * Returns the content of every body.
   *
   * @return a copy
   */
  protected static byte[] contentOfBodies() {
    return CONTENT.clone();
  }

  /** Returns random content, so that a missing or repeated part is noticed. */
  private static byte[] content() {
    Random random = new Random(17);
    StringBuilder text = new StringBuilder();
    while (text.length() < LENGTH) {
      text.append(Long.toString(random.nextLong(), 36)).append('\n');
    }
    return text.substring(0, LENGTH).getBytes(StandardCharsets.US_ASCII);
  }

  @TestFactory
  final Stream<DynamicTest> a_body_is_sent_again_unchanged_or_not_at_all() {
    Transport first = transports().get(0);
    return kinds().stream()
        .flatMap(
            kind ->
                Stream.of(Fault.STATUS, Fault.RESET_WITHIN).map(fault -> test(kind, fault, first)));
  }

  @TestFactory
  @Tag("proof")
  final Stream<DynamicTest> every_body_after_every_fault() {
    return inPairs(kinds(), List.of(Fault.values()), this::test);
  }

  @TestFactory
  final Stream<DynamicTest> a_file_with_a_different_length_is_not_sent_again() {
    Transport first = transports().get(0);
    return Stream.of(Fault.STATUS, Fault.RESET_WITHIN)
        .flatMap(fault -> OTHER_LENGTHS.stream().map(length -> fileTest(length, fault, first)));
  }

  @TestFactory
  @Tag("proof")
  final Stream<DynamicTest> a_file_with_a_different_length_after_every_fault() {
    return inPairs(
        OTHER_LENGTHS,
        List.of(Fault.STATUS, Fault.RESET, Fault.RESET_WITHIN, Fault.TIMEOUT),
        this::fileTest);
  }

  /** Creates the test of a body or a length, a fault and a transport. */
  private interface Combination<V> {

    DynamicTest test(V value, Fault fault, Transport transport);
  }

  /** With two transports half of all combinations, in which any two of the three are combined. */
  private <V> Stream<DynamicTest> inPairs(
      List<V> values, List<Fault> faults, Combination<V> combination) {
    List<DynamicTest> tests = new ArrayList<>();
    List<Transport> transports = transports();
    int step = Math.min(2, transports.size());
    for (int transport = 0; transport < transports.size(); transport++) {
      for (int value = 0; value < values.size(); value++) {
        for (int fault = 0; fault < faults.size(); fault++) {
          if ((transport + value + fault) % step == 0) {
            tests.add(
                combination.test(values.get(value), faults.get(fault), transports.get(transport)));
          }
        }
      }
    }
    return tests.stream();
  }

  private DynamicTest fileTest(int length, Fault fault, Transport transport) {
    String name = "file becomes " + length + " bytes " + fault + " " + transport;
    return dynamicTest(name, () -> checkFile(length, fault, transport));
  }

  /** Changes the file after the first attempt has failed. */
  private void checkFile(int length, Fault fault, Transport transport) throws Exception {
    Path file = Files.write(Files.createTempFile("body", null), CONTENT);
    RetryListener change =
        event -> {
          if (event instanceof RetryEvent.RetryStarted) {
            changeLength(file, length);
          }
        };
    try (FaultyHttpServer server = FaultyHttpServer.start(transport);
        Sender<B> sender = sender(retry(fault).withListener(change), transport)) {
      server.script("/a", fault.step(), Step.reply(200));
      CallEnd ending = send(sender, server, bodyOf(file));
      for (ReceivedRequest request : server.requestLog().executed()) {
        assertEquals(ByteBuffer.wrap(CONTENT), request.content(), () -> "executed: " + ending);
      }
      assertEquals(0, ending.status(), "sent again with a different length");
    } finally {
      Files.delete(file);
    }
  }

  private static void changeLength(Path file, int length) {
    try {
      Files.write(file, Arrays.copyOf(CONTENT, length));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private DynamicTest test(Kind<B> kind, Fault fault, Transport transport) {
    String name = kind.promise() + " " + kind.name() + " " + fault + " " + transport;
    return dynamicTest(name, () -> check(kind, fault, transport));
  }

  private void check(Kind<B> kind, Fault fault, Transport transport) throws Exception {
    try (FaultyHttpServer server = FaultyHttpServer.start(transport);
        Sender<B> sender = sender(retry(fault), transport)) {
      server.script("/a", fault.step(), Step.reply(200));
      CallEnd ending = send(sender, server, kind.maker().of(CONTENT.clone()));
      List<ReceivedRequest> executed = server.requestLog().executed();
      // If nothing of the first body was taken, nobody can know that the second one differs.
      if (kind.promise() != Promise.BROKEN || !fault.isUnread()) {
        for (ReceivedRequest request : executed) {
          assertEquals(
              kind.sent(),
              request.content(),
              () ->
                  "a different body was accepted as complete among "
                      + executed.size()
                      + " requests");
        }
      }
      verify(kind, fault, ending, executed.size());
    }
  }

  /** End of a call: a status, or a failure with status 0. */
  private record CallEnd(int status, @Nullable Exception failure) {}

  private CallEnd send(Sender<B> sender, FaultyHttpServer server, B body) {
    try {
      return new CallEnd(sender.put(server.uri("/a"), body), null);
    } catch (Exception refused) {
      return new CallEnd(0, refused);
    }
  }

  private static void verify(Kind<?> kind, Fault fault, CallEnd ending, int executed) {
    boolean succeeded = ending.status() == 200;
    switch (kind.promise()) {
      case REPEATABLE -> assertTrue(succeeded, () -> "a repeatable body must succeed: " + ending);
      case ONCE -> assertTrue(executed <= 1, "sent " + executed + " times");
      case BROKEN -> assertFalse(fault.isRead() && succeeded, "sent again with different content");
    }
    assertTrue(executed >= 1 || !succeeded, "status 200 without a request");
  }

  private static Retry retry(Fault fault) {
    RetryPolicyBuilder policy =
        RetryPolicy.builder()
            .maxAttempts(ATTEMPTS)
            .backoff(Backoff.fixed(Duration.ofMillis(1)))
            .within(Duration.ofSeconds(60));
    if (fault.mayHang()) {
      policy.maxAttempts(2 * ATTEMPTS).attemptTimeout(Duration.ofSeconds(1));
    }
    return Retry.of(policy.build()).withBudget(RetryBudget.unlimited());
  }
}
