package dev.reprise.servlet;

import dev.reprise.time.TickSource;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Admits so many requests a second, and tells each one that it refuses a second of its own to come
 * back in: no second is told to more clients than it has places. A fixed wait brings all who were
 * refused together back together.
 *
 * <table>
 *   <caption>1,000 clients come at once to a server of 100 a second, and come back when they are
 *   told to</caption>
 *   <tr><th></th><th>reserved</th><th>all told 1 s</th></tr>
 *   <tr><td>most requests in one second</td><td>100 after the first</td><td>900</td></tr>
 *   <tr><td>requests until all are served</td><td>1,900</td><td>5,500</td></tr>
 * </table>
 *
 * <p>Who comes is not identified, so a place is no ticket: a newcomer may take it, and who comes
 * back in vain is given another. Nor is it known who will not come back; a place that was told and
 * not used is given to whoever comes in its second. What holds in any case is that no second admits
 * more than its places. Clients come back late by the time that messages take.
 *
 * <p>Seconds are counted from when this was made. Never blocks and holds no lock; safe for use by
 * any thread. Create one for what shares a capacity.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3">RFC 9110, section 10.2.3,
 *     Retry-After</a>
 */
public final class ReservedSlots {

  /** The greatest capacity: {@value}. */
  public static final int MAX_PER_SECOND = 1_000_000;

  private static final long SECOND = 1_000_000_000L;
  private static final long MAX_HORIZON_SECONDS = 86_400;

  private final int perSecond;
  private final long horizonSeconds;
  private final TickSource ticks;
  private final long startNanos;

  // Places are numbered through all seconds: second s has those from s * perSecond on. Each of
  // these
  // is the last place that was given, so that one compare-and-set gives the next.
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
   * @param perSecond how many requests a second are admitted, from 1 to 1,000,000
   * @return slots that nobody has reserved
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
   * Bounds how far ahead slots are given. Who comes when all of them are taken is refused without
   * one: to tell them all the horizon would bring them back together, and their own backoff will
   * not.
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
   * @param ticks what seconds are counted with; this machine's by default
   * @return slots by this clock, of which none is reserved
   */
  public ReservedSlots withTicks(TickSource ticks) {
    return new ReservedSlots(perSecond, horizonSeconds, Objects.requireNonNull(ticks, "ticks"));
  }

  /**
   * Admits a request that comes now, or reserves a slot for it.
   *
   * @return what becomes of it
   */
  public Admission admit() {
    long elapsedNanos = ticks.nanos() - startNanos;
    long second = elapsedNanos / SECOND;
    long here = second * perSecond;
    if (next(lastAdmitted, here, here + perSecond) >= 0) {
      return new Admission.Admitted();
    }
    long place = next(lastReserved, here + perSecond, here + (horizonSeconds + 1) * perSecond);
    if (place < 0) {
      return new Admission.Overbooked();
    }
    long nanos = place / perSecond * SECOND + place % perSecond * SECOND / perSecond;
    return new Admission.Deferred(
        Duration.ofNanos(nanos - elapsedNanos), place / perSecond - second);
  }

  /** Takes the first place from a number on, and below another; negative if there is none. */
  private static long next(AtomicLong last, long from, long below) {
    while (true) {
      long taken = last.get();
      long place = Math.max(taken + 1, from);
      if (place >= below) {
        return -1;
      }
      if (last.compareAndSet(taken, place)) {
        return place;
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
