package dev.reprise.spring.http;

import dev.reprise.http.client.ExchangeTimeout;
import dev.reprise.time.RetryEnvironment;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Reads the body of a response within a time. What ends a read that waits depends on the client.
 * The body of the JDK's client can be closed by another thread, but ignores interrupts in Java 17
 * and 18 (JDK-8294047). Those of Jetty and Reactor Netty can be interrupted. Nothing ends a read of
 * Apache HttpClient or {@code HttpURLConnection} but their own read timeouts; a second thread must
 * not close it, since it would read from the same connection.
 */
final class BodyReader {

  private static final String JDK_RESPONSE =
      "org.springframework.http.client.JdkClientHttpResponse";
  private static final String JDK_MODULE = "java.net.http";

  private final RetryEnvironment environment;
  private final InputStream body;
  private final boolean closable;

  BodyReader(RetryEnvironment environment, ClientHttpResponse response) throws IOException {
    this.environment = environment;
    body = response.getBody();
    closable =
        response.getClass().getName().equals(JDK_RESPONSE)
            || JDK_MODULE.equals(body.getClass().getModule().getName());
  }

  /** Reads the beginning of a body that is discarded if another attempt follows. */
  HeldBody beginning(int maxBytes, Duration time) {
    long end = environment.ticks().nanos() + time.toNanos();
    ExchangeTimeout timeout = start(time.multipliedBy(2));
    try {
      return HeldBody.read(body, maxBytes, () -> environment.ticks().nanos() - end < 0);
    } finally {
      end(timeout);
    }
  }

  /**
   * Reads a body that is accepted.
   *
   * @throws IOException the failure of the reading
   */
  HeldBody whole(int maxBytes, Duration time) throws IOException {
    ExchangeTimeout timeout = start(time);
    HeldBody read;
    boolean aborted;
    try {
      read = HeldBody.read(body, maxBytes, () -> true);
    } finally {
      aborted = end(timeout);
    }
    IOException failure = read.failure();
    if (failure != null) {
      throw aborted ? timedOut(failure) : failure;
    }
    return read;
  }

  private ExchangeTimeout start(Duration time) {
    Thread reader = Thread.currentThread();
    return ExchangeTimeout.start(time, environment, closable ? this::close : reader::interrupt);
  }

  private boolean end(ExchangeTimeout timeout) {
    boolean aborted = timeout.end();
    boolean interrupted = aborted && !closable && Thread.interrupted();
    return aborted || interrupted;
  }

  private void close() {
    try {
      body.close();
    } catch (IOException alreadyClosed) {
      // The read ends anyway.
    }
  }

  private static SocketTimeoutException timedOut(IOException cause) {
    SocketTimeoutException timeout = new SocketTimeoutException("the exchange took too long");
    timeout.initCause(cause);
    return timeout;
  }
}
