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
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * A body that is sent again is the same, byte by byte, or it is not sent: every body that a client
 * offers, after every way in which its first sending can fail.
 *
 * @param <B> the client's class of bodies
 */
public abstract class RequestBodyContract<B> {

  private static final int ATTEMPTS = 3;
  private static final int LENGTH = 300_000;
  private static final int CUT = 40_000;

  /** Blocks that clients send, and lengths that are none. */
  private static final List<Integer> OTHER_LENGTHS = List.of(0, 50, 8_192, 16_384, 400_000);

  private static final byte[] CONTENT = content();

  /** For subclasses. */
  protected RequestBodyContract() {}

  /** Whether a body can be sent again, and whether its owner says so. */
  public enum Promise {
    /** It can be sent again: the call succeeds. */
    REPEATABLE,
    /** Nobody says that it can be sent again: it is not, once it was begun. */
    ONCE,
    /** It is said to be repeatable, and yields something else the second time. */
    BROKEN
  }

  /** How the first sending fails. */
  public enum Fault {
    /** Answered with 503 when it has been read. */
    STATUS,
    /** Answered with 503 before it is read. */
    EARLY_STATUS,
    /** The connection is reset when it has been read. */
    RESET,
    /** The connection is reset while it is read. */
    RESET_WITHIN,
    /** No response comes in the time of the attempt. */
    TIMEOUT,
    /** HTTP/2: the stream is refused, which clients may repeat by themselves. */
    REFUSED,
    /** HTTP/2: the server went away before it took the request. */
    WENT_AWAY;

    private Step step() {
      return switch (this) {
        case STATUS -> Step.reply(503);
        case EARLY_STATUS -> Step.reply(503).withoutReading();
        case RESET -> Faults.resetWithoutResponse();
        case RESET_WITHIN -> Faults.resetInRequest(CUT);
        case TIMEOUT -> Faults.stall();
        case REFUSED -> Http2Faults.resetStreamOnArrival(ErrorCode.REFUSED_STREAM);
        case WENT_AWAY -> Http2Faults.goAwayUnprocessed(ErrorCode.NO_ERROR);
      };
    }

    /**
     * Whether only an attempt timeout may end the attempt: JDK 25's own client sends a request
     * again by itself after a server went away, and sometimes waits for ever if it has a body.
     */
    private boolean mayHang() {
      return this == TIMEOUT || this == WENT_AWAY;
    }

    private boolean isRead() {
      return this == STATUS || this == RESET;
    }
  }

  /**
   * One kind of body.
   *
   * @param name what the client calls it
   * @param promise what may happen to it
   * @param maker makes a new one of the bytes
   * @param sent what the server is to receive
   * @param <B> the client's class of bodies
   */
  public record Kind<B>(String name, Promise promise, Maker<B> maker, ByteBuffer sent) {}

  /**
   * Makes bodies.
   *
   * @param <B> the client's class of bodies
   */
  public interface Maker<B> {

    /**
     * Makes a body.
     *
     * @param content what it is made of
     * @return a new one
     * @throws IOException if a file is made for it and cannot be
     */
    B of(byte[] content) throws IOException;
  }

  /**
   * A client with retries.
   *
   * @param <B> the client's class of bodies
   */
  public interface Sender<B> extends AutoCloseable {

    /**
     * Puts a body.
     *
     * @param uri where to
     * @param body what
     * @return the status of the last response
     * @throws Exception what the call threw
     */
    int put(URI uri, B body) throws Exception;

    @Override
    void close();
  }

  /**
   * All kinds of bodies of the client.
   *
   * @return made with {@link #kind}
   */
  protected abstract List<Kind<B>> kinds();

  /**
   * The client under test.
   *
   * @param retry its policy is left as it is
   * @param transport what the server speaks
   * @return a new client
   */
  protected abstract Sender<B> sender(Retry retry, Transport transport);

  /**
   * A body of a file, which is read each time that the body is sent.
   *
   * @param file the file
   * @return its body
   * @throws IOException if it cannot be read
   */
  protected abstract B bodyOf(Path file) throws IOException;

  /**
   * What the client can speak.
   *
   * @return some of the transports
   */
  protected abstract List<Transport> transports();

  /**
   * A kind of body.
   *
   * @param name what the client calls it
   * @param promise what may happen to it
   * @param maker makes a new one of the bytes
   * @return the kind
   */
  protected final Kind<B> kind(String name, Promise promise, Maker<B> maker) {
    return new Kind<>(name, promise, maker, ByteBuffer.wrap(CONTENT));
  }

  /**
   * The content of every body.
   *
   * @return a copy
   */
  protected static byte[] contentOfBodies() {
    return CONTENT.clone();
  }

  /** No part of it is like another, so that nothing goes unnoticed. */
  private static byte[] content() {
    Random random = new Random(17);
    StringBuilder text = new StringBuilder();
    while (text.length() < LENGTH) {
      text.append(Long.toString(random.nextLong(), 36)).append('\n');
    }
    return text.substring(0, LENGTH).getBytes(StandardCharsets.US_ASCII);
  }

  @TestFactory
  final Stream<DynamicTest> a_body_is_sent_again_as_it_was_or_not_at_all() {
    Transport first = transports().get(0);
    return kinds().stream()
        .flatMap(
            kind ->
                Stream.of(Fault.STATUS, Fault.RESET_WITHIN).map(fault -> test(kind, fault, first)));
  }

  @TestFactory
  @Tag("proof")
  final Stream<DynamicTest> every_body_after_every_fault_over_every_transport() {
    return transports().stream()
        .flatMap(
            transport ->
                kinds().stream()
                    .flatMap(
                        kind ->
                            Stream.of(Fault.values()).map(fault -> test(kind, fault, transport))));
  }

  @TestFactory
  final Stream<DynamicTest> a_file_of_another_length_is_not_sent_again() {
    Transport first = transports().get(0);
    return Stream.of(Fault.STATUS, Fault.RESET_WITHIN)
        .flatMap(fault -> OTHER_LENGTHS.stream().map(length -> fileTest(length, fault, first)));
  }

  @TestFactory
  @Tag("proof")
  final Stream<DynamicTest> a_file_of_another_length_after_every_fault_over_every_transport() {
    return transports().stream()
        .flatMap(
            transport ->
                Stream.of(Fault.STATUS, Fault.RESET, Fault.RESET_WITHIN, Fault.TIMEOUT)
                    .flatMap(
                        fault ->
                            OTHER_LENGTHS.stream()
                                .map(length -> fileTest(length, fault, transport))));
  }

  private DynamicTest fileTest(int length, Fault fault, Transport transport) {
    String name = "file becomes " + length + " bytes " + fault + " " + transport;
    return dynamicTest(name, () -> checkFile(length, fault, transport));
  }

  /** The file changes when the first attempt has failed. */
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
      Ending ending = send(sender, server, bodyOf(file));
      for (ReceivedRequest request : server.requestLog().executed()) {
        assertEquals(ByteBuffer.wrap(CONTENT), request.content(), () -> "taken: " + ending);
      }
      assertEquals(0, ending.status(), "sent again, though it was another");
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
      Ending ending = send(sender, server, kind.maker().of(CONTENT.clone()));
      List<ReceivedRequest> executed = server.requestLog().executed();
      for (ReceivedRequest request : executed) {
        assertEquals(
            kind.sent(),
            request.content(),
            () -> "another body was taken for whole among " + executed.size() + " requests");
      }
      judge(kind, fault, ending, executed.size());
    }
  }

  /** How a call ended: with a status, or with a failure and status 0. */
  private record Ending(int status, @Nullable Exception failure) {}

  private Ending send(Sender<B> sender, FaultyHttpServer server, B body) {
    try {
      return new Ending(sender.put(server.uri("/a"), body), null);
    } catch (Exception refused) {
      return new Ending(0, refused);
    }
  }

  private static void judge(Kind<?> kind, Fault fault, Ending ending, int executed) {
    boolean succeeded = ending.status() == 200;
    switch (kind.promise()) {
      case REPEATABLE -> assertTrue(succeeded, () -> "a body that can be sent again: " + ending);
      case ONCE -> assertTrue(executed <= 1, "sent " + executed + " times");
      case BROKEN -> assertFalse(fault.isRead() && succeeded, "sent again, though it was not it");
    }
    assertTrue(executed >= 1 || !succeeded, "answered 200 without a request");
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
