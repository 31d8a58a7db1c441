package dev.reprise.okhttp;

import java.io.IOException;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
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
 * <p>A connection goes back to the pool, and may be given to another call, before the event says
 * so, but after the one that says that the response has ended. So its socket is touched only while
 * the lock is held and that has not been said.
 */
final class CallEvents extends EventListener {

  private final Runnable onCancel;
  private final AtomicInteger exchanges = new AtomicInteger();
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Connection connection;
  private boolean answered;
  private volatile boolean actedOn;

  CallEvents(Runnable onCancel) {
    this.onCancel = onCancel;
  }

  void attemptBegins() {
    exchanges.set(0);
    actedOn = false;
  }

  /** Number of requests that this attempt has begun to send. */
  int exchanges() {
    return exchanges.get();
  }

  /**
   * Whether OkHttp has followed a response up by itself that does not say that the request was not
   * acted on: a redirect, or a 503 that asks for another request at once.
   */
  boolean actedOn() {
    return actedOn;
  }

  /**
   * Closes the socket of the attempt, unless other calls share it.
   *
   * @return whether there was one to close
   */
  boolean closeOwnSocket() {
    lock.lock();
    try {
      Connection current = own();
      if (current == null) {
        return false;
      }
      try {
        current.socket().close();
      } catch (IOException brokenAlready) {
        return true;
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sets how long the connection of the attempt may be silent, unless other calls share it.
   *
   * @param millis 0 for no limit
   */
  void allowSilence(int millis) {
    lock.lock();
    try {
      Connection current = own();
      if (current != null) {
        current.socket().setSoTimeout(millis);
      }
    } catch (SocketException closed) {
      // The reading thread gets the failure.
    } finally {
      lock.unlock();
    }
  }

  /** The connection of the exchange under way, if no other call can use it meanwhile. */
  private @Nullable Connection own() {
    Connection current = connection;
    if (current == null || answered) {
      return null;
    }
    Protocol protocol = current.protocol();
    boolean shared = protocol == Protocol.HTTP_2 || protocol == Protocol.H2_PRIOR_KNOWLEDGE;
    return shared ? null : current;
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
          answered = false;
        });
  }

  @Override
  public void connectionReleased(Call call, Connection released) {
    locked(() -> connection = connection == released ? null : connection);
  }

  /** A request that follows a response may go over the connection that the call still has. */
  @Override
  public void requestHeadersStart(Call call) {
    locked(() -> answered = false);
    exchanges.incrementAndGet();
  }

  @Override
  public void responseBodyEnd(Call call, long byteCount) {
    locked(() -> answered = true);
  }

  @Override
  public void responseFailed(Call call, IOException failure) {
    locked(() -> answered = true);
  }

  @Override
  public void followUpDecision(Call call, Response answer, @Nullable Request next) {
    if (next != null) {
      actedOn |= !saysNotActedOn(answer.code());
    }
  }

  private static boolean saysNotActedOn(int status) {
    return status == 401 || status == 407 || status == 421;
  }

  @Override
  public void canceled(Call call) {
    onCancel.run();
  }
}
