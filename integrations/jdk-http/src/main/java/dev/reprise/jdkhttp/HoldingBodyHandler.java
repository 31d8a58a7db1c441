package dev.reprise.jdkhttp;

import dev.reprise.http.HttpResponseInfo;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Handles the response of one attempt: holds its body if another attempt may follow, and uses the
 * caller's handler otherwise.
 */
final class HoldingBodyHandler<T> implements BodyHandler<@Nullable Object> {

  /**
   * Number of bytes that a peer may send of a body before it is read. On Java 17 the client does
   * not return the window of a cancelled stream to the connection, until the connection can receive
   * nothing more. So a discarded stream is received up to this number of bytes.
   */
  private static final long WINDOW = 16 * 1024 * 1024;

  private final BodyHandler<T> caller;
  private final Predicate<HttpResponseInfo> mayRetry;
  private final InstantSource clock;
  private final int limit;
  private final Consumer<HeldBody> timeLimit;
  private volatile @Nullable Head head;

  /** The head of a response, and its body if that is held. */
  record Head(ResponseInfo info, JdkResponseInfo rulesInfo, @Nullable HeldBody held) {}

  HoldingBodyHandler(
      BodyHandler<T> caller,
      Predicate<HttpResponseInfo> mayRetry,
      InstantSource clock,
      int limit,
      Consumer<HeldBody> timeLimit) {
    this.caller = caller;
    this.mayRetry = mayRetry;
    this.clock = clock;
    this.limit = limit;
    this.timeLimit = timeLimit;
  }

  @Override
  public BodySubscriber<@Nullable Object> apply(ResponseInfo info) {
    JdkResponseInfo rulesInfo =
        new JdkResponseInfo(info.statusCode(), info.headers(), clock.instant());
    if (mayRetry.test(rulesInfo)) {
      HeldBody held = new HeldBody(limit, info.version() == Version.HTTP_2 ? WINDOW : 0);
      head = new Head(info, rulesInfo, held);
      timeLimit.accept(held);
      return held;
    }
    head = new Head(info, rulesInfo, null);
    return widened(caller.apply(info));
  }

  /** Safe, since the body of a subscriber is only read. */
  @SuppressWarnings("unchecked")
  private static <T> BodySubscriber<@Nullable Object> widened(BodySubscriber<T> subscriber) {
    return (BodySubscriber<@Nullable Object>) (BodySubscriber<?>) subscriber;
  }

  /** A subscriber of the caller's handler. */
  BodySubscriber<T> callerSubscriber(ResponseInfo info) {
    return caller.apply(info);
  }

  /** The head of the response; null if none has arrived. */
  @Nullable Head head() {
    return head;
  }

  /** Status and fields for the rules, also if the client did not call this handler. */
  JdkResponseInfo infoOf(int status, HttpHeaders headers) {
    Head known = head;
    return known != null
        ? known.rulesInfo()
        : new JdkResponseInfo(status, headers, clock.instant());
  }

  /** Discards the body if it is held. */
  void discard() {
    Head known = head;
    if (known != null && known.held() != null) {
      known.held().discard();
    }
  }
}
