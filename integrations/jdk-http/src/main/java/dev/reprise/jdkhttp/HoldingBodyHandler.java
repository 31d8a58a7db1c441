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
 * Handles the response of one attempt: holds its body back if the response may be retried over,
 * else leaves it to the caller's handler.
 */
final class HoldingBodyHandler<T> implements BodyHandler<@Nullable Object> {

  /**
   * How much a peer may send of a body before it is read. On Java 17 the client does not give back
   * to the connection what it has received of a stream and is then cancelled, until the connection
   * can receive nothing more: so a stream that nobody reads is received up to here.
   */
  private static final long WINDOW = 16 * 1024 * 1024;

  private final BodyHandler<T> caller;
  private final Predicate<HttpResponseInfo> mayRetry;
  private final InstantSource clock;
  private final int limit;
  private final Consumer<HeldBody> timeLimit;
  private volatile @Nullable Seen seen;

  /** A response whose head has come, with its body if that is held. */
  record Seen(ResponseInfo info, JdkResponseInfo reply, @Nullable HeldBody held) {}

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
    JdkResponseInfo reply = new JdkResponseInfo(info.statusCode(), info.headers(), clock.instant());
    if (mayRetry.test(reply)) {
      HeldBody held = new HeldBody(limit, info.version() == Version.HTTP_2 ? WINDOW : 0);
      seen = new Seen(info, reply, held);
      timeLimit.accept(held);
      return held;
    }
    seen = new Seen(info, reply, null);
    return widened(caller.apply(info));
  }

  /** What a subscriber of bodies answers with is only ever read. */
  @SuppressWarnings("unchecked")
  private static <T> BodySubscriber<@Nullable Object> widened(BodySubscriber<T> subscriber) {
    return (BodySubscriber<@Nullable Object>) (BodySubscriber<?>) subscriber;
  }

  /** The subscriber that the caller's handler has for a body after all. */
  BodySubscriber<T> callersFor(ResponseInfo info) {
    return caller.apply(info);
  }

  /** Null if no response has come. */
  @Nullable Seen seen() {
    return seen;
  }

  /** The response as the rules see it, where the client did not show us the head. */
  JdkResponseInfo replyOf(int status, HttpHeaders headers) {
    Seen known = seen;
    return known != null ? known.reply() : new JdkResponseInfo(status, headers, clock.instant());
  }

  /** Throws away what is held. */
  void discard() {
    Seen known = seen;
    if (known != null && known.held() != null) {
      known.held().discard();
    }
  }
}
