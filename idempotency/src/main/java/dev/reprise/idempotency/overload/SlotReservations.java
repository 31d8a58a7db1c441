package dev.reprise.idempotency.overload;

import dev.reprise.time.TickSource;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Admits at most N requests a second. For each request that it refuses it reserves a slot in a
 * later second, so that no second is named to more clients than it has slots. The filters and
 * interceptors of servers apply it.
 *
 * <pre>{@code
 * SlotReservations.Slot slot = SlotReservations.perSecond(100).reserve();
 * }</pre>
 *
 * <p>Seconds are counted from the creation of this object. It never blocks and holds no lock. Safe
 * for use by any thread. Create one for each shared capacity.
 */
public final class SlotReservations {

  /** Greatest number of requests a second: {@value}. */
  public static final int MAX_PER_SECOND = 1_000_000;

  private static final long SECOND = 1_000_000_000L;
  private static final long MAX_HORIZON_SECONDS = 86_400;

  private final int perSecond;
  private final long horizonSeconds;
  private final TickSource ticks;
  private final long startNanos;

  // Slots are numbered through all seconds: the first slot of second s is s * perSecond. Each of
  // the two fields holds the last slot that was taken, so one compare-and-set takes the next.
  private final AtomicLong lastAdmitted = new AtomicLong(-1);
  private final AtomicLong lastReserved = new AtomicLong(-1);

  private SlotReservations(int perSecond, long horizonSeconds, TickSource ticks) {
    this.perSecond = perSecond;
    this.horizonSeconds = horizonSeconds;
    this.ticks = ticks;
    this.startNanos = ticks.nanos();
  }

  /**
   * The time of a request.
   *
   * @param delayNanos nanoseconds until the slot; 0 if the request is admitted now
   * @param seconds a number of whole seconds after which the second of the slot is current; 0 if
   *     the request is admitted now, otherwise at least 1
   */
  public record Slot(long delayNanos, long seconds) {

    private static final Slot NOW = new Slot(0, 0);

    /**
     * Returns whether the request is admitted.
     *
     * @return false if it is refused, and the slot is for its retry
     */
    public boolean isNow() {
      return seconds == 0;
    }
  }

  /**
   * Slots for a capacity, with a horizon of 1 minute.
   *
   * @param perSecond number of requests a second that are admitted, from 1 to 1,000,000
   * @return slots of which none is reserved
   * @throws IllegalArgumentException if {@code perSecond} is not within its bounds
   */
  public static SlotReservations perSecond(int perSecond) {
    if (perSecond < 1 || perSecond > MAX_PER_SECOND) {
      throw new IllegalArgumentException(
          "perSecond must be from 1 to 1000000, but was " + perSecond);
    }
    return new SlotReservations(perSecond, 60, TickSource.system());
  }

  /**
   * Sets how far ahead slots are reserved. A request that comes when all of them are reserved is
   * refused without a slot.
   *
   * @param horizon whole seconds, from 1 second to 1 day; 1 minute by default
   * @return slots with this horizon, of which none is reserved
   * @throws IllegalArgumentException if {@code horizon} is not within its bounds, or not whole
   */
  public SlotReservations horizon(Duration horizon) {
    if (horizon.toNanosPart() != 0
        || horizon.toSeconds() < 1
        || horizon.toSeconds() > MAX_HORIZON_SECONDS) {
      throw new IllegalArgumentException(
          "horizon must be whole seconds from 1 s to 24 h, but was " + TimeText.inWords(horizon));
    }
    return new SlotReservations(perSecond, horizon.toSeconds(), ticks);
  }

  /**
   * Replaces the clock, for tests.
   *
   * @param ticks clock that counts the seconds; {@link TickSource#system()} by default
   * @return slots with this clock, of which none is reserved
   */
  public SlotReservations withTicks(TickSource ticks) {
    return new SlotReservations(perSecond, horizonSeconds, Objects.requireNonNull(ticks, "ticks"));
  }

  /**
   * Admits a request that arrives now, or reserves a slot for its retry.
   *
   * @return the slot; null if all slots within the horizon are reserved
   */
  public @Nullable Slot reserve() {
    long elapsedNanos = ticks.nanos() - startNanos;
    long second = elapsedNanos / SECOND;
    long firstSlot = second * perSecond;
    if (next(lastAdmitted, firstSlot, firstSlot + perSecond) >= 0) {
      return Slot.NOW;
    }
    long slot =
        next(lastReserved, firstSlot + perSecond, firstSlot + (horizonSeconds + 1) * perSecond);
    if (slot < 0) {
      return null;
    }
    long nanos = slot / perSecond * SECOND + slot % perSecond * SECOND / perSecond;
    return new Slot(nanos - elapsedNanos, slot / perSecond - second);
  }

  /** Takes the first free slot of a range; negative if there is none. */
  private static long next(AtomicLong last, long from, long below) {
    while (true) {
      long taken = last.get();
      long slot = Math.max(taken + 1, from);
      if (slot >= below) {
        return -1;
      }
      if (last.compareAndSet(taken, slot)) {
        return slot;
      }
    }
  }

  /**
   * The settings.
   *
   * @return one line
   */
  @Override
  public String toString() {
    String horizon = TimeText.inWords(Duration.ofSeconds(horizonSeconds));
    return "slots(perSecond=" + perSecond + ", horizon=" + horizon + ")";
  }
}
