package dev.reprise.servlet.overload;

import dev.reprise.idempotency.overload.SlotReservations;
import dev.reprise.time.TickSource;
import java.time.Duration;

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
  public static final int MAX_PER_SECOND = SlotReservations.MAX_PER_SECOND;

  private final SlotReservations slots;

  private ReservedSlots(SlotReservations slots) {
    this.slots = slots;
  }

  /**
   * Slots for a capacity, with a horizon of 1 minute.
   *
   * @param perSecond number of requests a second that are admitted, from 1 to 1,000,000
   * @return slots of which none is reserved
   * @throws IllegalArgumentException if {@code perSecond} is not within its bounds
   */
  public static ReservedSlots perSecond(int perSecond) {
    return new ReservedSlots(SlotReservations.perSecond(perSecond));
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
    return new ReservedSlots(slots.horizon(horizon));
  }

  /**
   * Replaces the clock, for tests.
   *
   * @param ticks clock that counts the seconds; {@link TickSource#system()} by default
   * @return slots with this clock, of which none is reserved
   */
  public ReservedSlots withTicks(TickSource ticks) {
    return new ReservedSlots(slots.withTicks(ticks));
  }

  /**
   * Admits a request that arrives now, or reserves a slot for its retry.
   *
   * @return admitted, deferred to a slot, or rejected if all slots are reserved
   */
  public Admission admit() {
    SlotReservations.Slot slot = slots.reserve();
    if (slot == null) {
      return new Admission.Rejected();
    }
    return slot.isNow()
        ? new Admission.Admitted()
        : new Admission.Deferred(Duration.ofNanos(slot.delayNanos()), slot.seconds());
  }

  /**
   * The settings.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return slots.toString();
  }
}
