package dev.reprise.servlet.overload;

import dev.reprise.time.TickSource;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Admits at most N requests a second. For each request that it refuses it reserves a slot in a
 * later second, so that no second is named to more clients than it has slots. With a fixed wait,
 * all refused clients would come back at the same time.
 *
 * <table>
 *   <caption>1,000 clients arrive at once at a server for 100 requests a second, and come back when
 *   {@code Retry-After} says</caption>
 *   <tr><th></th><th>reserved slots</th><th>1 s for all</th></tr>
 *   <tr><td>most requests in one second</td><td>100 after the first</td><td>900</td></tr>
 *   <tr><td>requests until all are served</td><td>1,900</td><td>5,500</td></tr>
 * </table>
 *
 * <pre>{@code
 * Admission admission = ReservedSlots.perSecond(100).admit();
 * }</pre>
 *
 * <p>Clients are not identified, so a reservation is not a guarantee: a new client may take the
 * slot, and the client that comes back is then deferred again. A reserved slot that its client does
 * not use is given to any client that comes in that second. In all cases a second admits at most
 * its number of slots. Clients come back later than their slot by the time that messages take.
 *
 * <p>Seconds are counted from the creation of this object. It never blocks and holds no lock. Safe
 * for use by any thread. Create one for each shared capacity. No method accepts or returns null.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3">RFC 9110, section 10.2.3,
 *     Retry-After</a>
 */
public final class ReservedSlots {

  /** Greatest number of requests a second: {@value}. */
  public static final int MAX_PER_SECOND = 1_000_000;

  private static final long SECOND = 1_000_000_000L;
  private static final long MAX_HORIZON_SECONDS = 86_400;

  private final int perSecond;
  private final long horizonSeconds;
  private final TickSource ticks;
  private final long startNanos;

  // Slots are numbered through all seconds: the first slot of second s is s * perSecond. Each of
  // the
  // two fields holds the last slot that was taken, so one compare-and-set takes the next.
  private final AtomicLong lastAdmitted = new AtomicLong(-1);
  private final AtomicLong lastReserved = new AtomicLong(-1);

  private ReservedSlots(int perSecond, long horizonSeconds, TickSource ticks) {
    this.perSecond = perSecond;
    this.horizonSeconds = horizonSeconds;
    this.ticks = ticks;
    this.startNanos = ticks.nanos();
  }

  /**
   * Slots for a capacity, with a horizon of 1 minute.
   *
   * @param perSecond number of requests a second that are admitted, from 1 to 1,000,000
   * @return slots of which none is reserved
   * @throws IllegalArgumentException if {@code perSecond} is not within its bounds
   */
  public static ReservedSlots perSecond(int perSecond) {
    if (perSecond < 1 || perSecond > MAX_PER_SECOND) {
      throw new IllegalArgumentException(
          "perSecond must be from 1 to 1000000, but was " + perSecond);
    }
    return new ReservedSlots(perSecond, 60, TickSource.system());
  }

  /**
   * Sets how far ahead slots are reserved. A request that comes when all of them are reserved is
   * refused without a slot. If all such clients got the same time, they would come back together;
   * their own backoff spreads them.
   *
   * @param horizon whole seconds, from 1 second to 1 day; 1 minute by default
   * @return slots with this horizon, of which none is reserved
   * @throws IllegalArgumentException if {@code horizon} is not within its bounds, or not whole
   */
  public ReservedSlots horizon(Duration horizon) {
    if (horizon.toNanosPart() != 0
        || horizon.toSeconds() < 1
        || horizon.toSeconds() > MAX_HORIZON_SECONDS) {
      throw new IllegalArgumentException(
          "horizon must be whole seconds from 1 s to 24 h, but was " + TimeText.inWords(horizon));
    }
    return new ReservedSlots(perSecond, horizon.toSeconds(), ticks);
  }

  /**
   * Replaces the clock, for tests.
   *
   * @param ticks clock that counts the seconds; {@link TickSource#system()} by default
   * @return slots with this clock, of which none is reserved
   */
  public ReservedSlots withTicks(TickSource ticks) {
    return new ReservedSlots(perSecond, horizonSeconds, Objects.requireNonNull(ticks, "ticks"));
  }

  /**
   * Admits a request that arrives now, or reserves a slot for its retry.
   *
   * @return admitted, deferred to a slot, or rejected if all slots are reserved
   */
  public Admission admit() {
    long elapsedNanos = ticks.nanos() - startNanos;
    long second = elapsedNanos / SECOND;
    long firstSlot = second * perSecond;
    if (next(lastAdmitted, firstSlot, firstSlot + perSecond) >= 0) {
      return new Admission.Admitted();
    }
    long slot =
        next(lastReserved, firstSlot + perSecond, firstSlot + (horizonSeconds + 1) * perSecond);
    if (slot < 0) {
      return new Admission.Rejected();
    }
    long nanos = slot / perSecond * SECOND + slot % perSecond * SECOND / perSecond;
    return new Admission.Deferred(
        Duration.ofNanos(nanos - elapsedNanos), slot / perSecond - second);
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
