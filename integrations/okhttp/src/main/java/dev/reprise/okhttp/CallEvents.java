package dev.reprise.okhttp;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLSocket;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Records the events of the running attempt, which OkHttp reports on any of its threads.
 *
 * <p>OkHttp returns a connection to the pool, where another call can take it, before it reports the
 * event {@code connectionReleased}, but after it reports the end of the response. So the socket is
 * used only under the lock and before the end of the response is reported.
 */
final class CallEvents extends EventListener {

  private final Runnable onCancel;
  private final AtomicInteger exchanges = new AtomicInteger();
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Connection connection;
  private boolean responseEnded;
  private boolean timeIsUp;
  private volatile boolean followedUp;

  CallEvents(Runnable onCancel) {
    this.onCancel = onCancel;
  }

  void startAttempt() {
    exchanges.set(0);
    followedUp = false;
    locked(() -> timeIsUp = false);
  }

  /** Number of requests that this attempt has started to send. */
  int exchanges() {
    return exchanges.get();
  }

  /**
   * Returns true if OkHttp has sent another request by itself after a response to a request that
   * may have had an effect: after a redirect, or a 503 that asks for another request at once.
   */
  boolean isFollowedUp() {
    return followedUp;
  }

  /**
   * Ends the attempt: closes its socket, unless other calls share it. If the attempt has no
   * connection now, its next one is closed before a request is sent on it.
   */
  void endAttempt() {
    locked(
        () -> {
          timeIsUp = true;
          closeOwnSocket();
        });
  }

  private void closeOwnSocket() {
    Connection current = ownConnection();
    if (current == null) {
      return;
    }
    try {
      close(current.socket());
    } catch (IOException alreadyClosed) {
      // The thread of the attempt gets the failure.
    }
  }

  /**
   * Closes a socket at once. Without the linger time of zero, a TLS socket waits for the lock of a
   * thread that writes, to send its last message, and that thread may wait for the peer.
   */
  private static void close(Socket socket) throws IOException {
    if (socket instanceof SSLSocket) {
      socket.setSoLinger(true, 0);
    }
    socket.close();
  }

  /**
   * Sets the read timeout of the connection of the attempt, unless other calls share it.
   *
   * @param millis 0 for no timeout
   */
  void setReadTimeout(int millis) {
    lock.lock();
    try {
      Connection current = ownConnection();
      if (current != null) {
        current.socket().setSoTimeout(millis);
      }
    } catch (SocketException closed) {
      // The reading thread gets the failure.
    } finally {
      lock.unlock();
    }
  }

  /** The connection of the running exchange, if no other call can use it at the same time. */
  private @Nullable Connection ownConnection() {
    Connection current = connection;
    if (current == null || responseEnded) {
      return null;
    }
    Protocol protocol = current.protocol();
    boolean shared = protocol == Protocol.HTTP_2 || protocol == Protocol.H2_PRIOR_KNOWLEDGE;
    return shared ? null : current;
  }

  private void closeIfTimeIsUp() {
    if (timeIsUp) {
      closeOwnSocket();
    }
  }

  private void locked(Runnable change) {
    lock.lock();
    try {
      change.run();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void connectionAcquired(Call call, Connection acquired) {
    locked(
        () -> {
          connection = acquired;
          responseEnded = false;
          closeIfTimeIsUp();
        });
  }

  @Override
  public void connectionReleased(Call call, Connection released) {
    locked(() -> connection = connection == released ? null : connection);
  }

  /** A follow-up request may use the connection that the call still has. */
  @Override
  public void requestHeadersStart(Call call) {
    locked(
        () -> {
          responseEnded = false;
          closeIfTimeIsUp();
        });
    exchanges.incrementAndGet();
  }

  @Override
  public void responseBodyEnd(Call call, long byteCount) {
    locked(() -> responseEnded = true);
  }

  @Override
  public void responseFailed(Call call, IOException failure) {
    locked(() -> responseEnded = true);
  }

  @Override
  public void followUpDecision(Call call, Response response, @Nullable Request next) {
    if (next != null) {
      followedUp |= !isWithoutEffect(response.code());
    }
  }

  private static boolean isWithoutEffect(int status) {
    return status == 401 || status == 407 || status == 421;
  }

  @Override
  public void canceled(Call call) {
    onCancel.run();
  }
}
