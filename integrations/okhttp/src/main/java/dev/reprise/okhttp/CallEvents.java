package dev.reprise.okhttp;

import java.io.IOException;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** What a call tells of the attempt under way. OkHttp tells it on any of its threads. */
final class CallEvents extends EventListener {

  private final Runnable onCancel;
  private final AtomicInteger exchanges = new AtomicInteger();
  private volatile @Nullable Connection connection;
  private volatile boolean actedOn;

  CallEvents(Runnable onCancel) {
    this.onCancel = onCancel;
  }

  void attemptBegins() {
    exchanges.set(0);
    actedOn = false;
  }

  /** How many requests this attempt has begun to send. */
  int exchanges() {
    return exchanges.get();
  }

  /**
   * Whether OkHttp has followed an answer up by itself that does not say that the request was not
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
    Connection current = connection;
    if (current == null || isShared(current)) {
      return false;
    }
    try {
      current.socket().close();
    } catch (IOException brokenAlready) {
      return true;
    }
    return true;
  }

  /**
   * Sets how long the connection of the attempt may be silent, unless other calls share it.
   *
   * @param millis 0 for no limit
   */
  void allowSilence(int millis) {
    Connection current = connection;
    if (current == null || isShared(current)) {
      return;
    }
    try {
      current.socket().setSoTimeout(millis);
    } catch (SocketException closed) {
      // Who reads from it is told.
    }
  }

  private static boolean isShared(Connection connection) {
    Protocol protocol = connection.protocol();
    return protocol == Protocol.HTTP_2 || protocol == Protocol.H2_PRIOR_KNOWLEDGE;
  }

  @Override
  public void connectionAcquired(Call call, Connection acquired) {
    connection = acquired;
  }

  @Override
  public void connectionReleased(Call call, Connection released) {
    if (connection == released) {
      connection = null;
    }
  }

  @Override
  public void requestHeadersStart(Call call) {
    exchanges.incrementAndGet();
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
