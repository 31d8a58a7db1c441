package dev.reprise.grpc.server;

import dev.reprise.idempotency.overload.SlotReservations;
import dev.reprise.time.TickSource;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.time.Duration;

/**
 * Admits at most N calls a second. For each call that it refuses it reserves a slot in a later
 * second, and names it in the trailer {@code grpc-retry-pushback-ms}: milliseconds from now,
 * rounded up. So no second is named to more clients than it has slots. With a fixed wait, all
 * refused clients would come back at the same time. A call that gets no slot, because all are
 * reserved, is refused without this trailer.
 *
 * <pre>{@code
 * Server server =
 *     NettyServerBuilder.forPort(443)
 *         .addService(orders)
 *         .intercept(OverloadServerInterceptor.perSecond(100))
 *         .build();
 * }</pre>
 *
 * <p>The server calls the interceptor first that was added last: add this one last, so that a
 * refusal costs little. To limit one service only, use {@code ServerInterceptors.intercept(service,
 * interceptor)}. Calls of all types are limited, each as one call.
 *
 * <p>{@link dev.reprise.grpc.RetryClientInterceptor} retries a refused call at its slot, and so do
 * the retries of grpc itself, if their policy names the code. Immutable except for the slots, and
 * safe for use by any thread. No method accepts or returns null.
 */
public final class OverloadServerInterceptor implements ServerInterceptor {

  private static final Status REFUSED =
      Status.RESOURCE_EXHAUSTED.withDescription(
          "The server has reached its limit of calls per second");

  private final SlotReservations slots;
  private final Status refusal;

  private OverloadServerInterceptor(SlotReservations slots, Status refusal) {
    this.slots = slots;
    this.refusal = refusal;
  }

  /**
   * An interceptor that refuses with RESOURCE_EXHAUSTED, with a horizon of 1 minute. Create one for
   * each shared capacity.
   *
   * @param perSecond number of calls a second that are admitted, from 1 to 1,000,000
   * @return the interceptor, with no slot reserved
   * @throws IllegalArgumentException if {@code perSecond} is not within its bounds
   */
  public static OverloadServerInterceptor perSecond(int perSecond) {
    return new OverloadServerInterceptor(SlotReservations.perSecond(perSecond), REFUSED);
  }

  /**
   * Sets how far ahead slots are reserved.
   *
   * @param horizon whole seconds, from 1 second to 1 day; 1 minute by default
   * @return a copy with this horizon, and no slot reserved
   * @throws IllegalArgumentException if {@code horizon} is not within its bounds, or not whole
   */
  public OverloadServerInterceptor horizon(Duration horizon) {
    return new OverloadServerInterceptor(slots.horizon(horizon), refusal);
  }

  /**
   * Replaces the clock, for tests.
   *
   * @param ticks clock that counts the seconds; {@link TickSource#system()} by default
   * @return a copy with this clock, and no slot reserved
   */
  public OverloadServerInterceptor withTicks(TickSource ticks) {
    return new OverloadServerInterceptor(slots.withTicks(ticks), refusal);
  }

  /**
   * Sets the code of refusals.
   *
   * @param code RESOURCE_EXHAUSTED (the default) or UNAVAILABLE. A client knows that a call that
   *     was refused with RESOURCE_EXHAUSTED was not processed. UNAVAILABLE may also come from a
   *     proxy that has passed the call on, so a careful client does not send a payment again
   * @return a copy with this code, which shares the slots
   * @throws IllegalArgumentException if {@code code} is a different one
   */
  public OverloadServerInterceptor withCode(Status.Code code) {
    if (code != Status.Code.RESOURCE_EXHAUSTED && code != Status.Code.UNAVAILABLE) {
      throw new IllegalArgumentException(
          "code must be RESOURCE_EXHAUSTED or UNAVAILABLE, but was " + code);
    }
    Status status = code.toStatus().withDescription(REFUSED.getDescription());
    return new OverloadServerInterceptor(slots, status);
  }

  /** Passes the call on if it is admitted, or refuses it. */
  @Override
  public <ReqT, RespT> ServerCall.Listener<ReqT> interceptCall(
      ServerCall<ReqT, RespT> call, Metadata headers, ServerCallHandler<ReqT, RespT> next) {
    SlotReservations.Slot slot = slots.reserve();
    if (slot != null && slot.isNow()) {
      return next.startCall(call, headers);
    }
    Metadata trailers = new Metadata();
    if (slot != null) {
      Pushback.put(trailers, Duration.ofNanos(slot.delayNanos()));
    }
    call.close(refusal, trailers);
    return new ServerCall.Listener<>() {};
  }

  /**
   * The code and the slots.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "overload(" + refusal.getCode() + ", " + slots + ")";
  }

  /** The time of the next try, in trailers. */
  static final class Pushback {

    private static final Metadata.Key<String> MILLIS =
        Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);

    private Pushback() {}

    /** Adds a wait in milliseconds, rounded up, so that no client comes too early. */
    static void put(Metadata trailers, Duration wait) {
      trailers.put(MILLIS, Long.toString(wait.plusNanos(999_999).toMillis()));
    }
  }
}
