package dev.reprise.simulator.target;

import dev.reprise.simulator.client.AttemptResult;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.Target;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.World;
import dev.reprise.simulator.target.LimiterSettings.RetryAfter;
import java.util.Arrays;

/**
 * A server that admits a limited number of attempts per second, serves them at once, and rejects
 * all others.
 *
 * <p>With {@link RetryAfter#RESERVED} it uses two token buckets. A rejected client reserves its
 * unit in the first bucket, and needs no further unit of that bucket when it returns at the
 * reserved time. Every admitted attempt takes a unit of the second bucket, which has no
 * reservations. So the rate is never exceeded, although attempts with a reservation arrive late
 * because of the latency of messages. A reserved unit that is about to be lost is given to any
 * client that arrives.
 */
public final class RateLimiter implements Target, Handler {

  private static final int FIRST_CAPACITY = 16;
  private static final long NOTHING_BOOKED = Long.MAX_VALUE;

  private final World world;
  private final World.Port port;
  private final Clients clients;
  private final LimiterSettings settings;
  private final Network network;
  private final ReplySender replies;
  private final WorkListener work;
  private final TokenBucket through;
  private final TokenBucket booked;
  private long[] bookings = new long[FIRST_CAPACITY];

  /**
   * Creates a limiter with full buckets.
   *
   * @param world the simulated world
   * @param clients the clients that receive the results
   * @param settings the settings of the limiter
   * @param network the latency of messages
   * @param work counts each attempt that is admitted
   */
  public RateLimiter(
      World world, Clients clients, LimiterSettings settings, Network network, WorkListener work) {
    this.world = world;
    this.clients = clients;
    this.settings = settings;
    this.network = network;
    this.work = work;
    through = new TokenBucket(settings.perSecond(), settings.burst());
    booked = new TokenBucket(settings.perSecond(), settings.burst());
    port = world.join(this);
    replies = new ReplySender(world, clients, network);
  }

  @Override
  public void begin(int slot, int serial, long atNanos) {
    if (slot >= bookings.length) {
      bookings = Arrays.copyOf(bookings, slot + (slot >> 1) + 1);
    }
    if (clients.isFirst(slot)) {
      bookings[slot] = NOTHING_BOOKED;
    }
    port.at(atNanos + network.oneWayNanos(), 0, slot, serial);
  }

  @Override
  public void on(int kind, int slot, int serial) {
    long now = world.nowNanos();
    boolean reserves = settings.advice() == RetryAfter.RESERVED;
    boolean through = reserves ? isItsTurn(slot, now) : this.through.take(1, now) == 1;
    if (through) {
      work.sent(now);
      replies.send(AttemptResult.SERVED, slot, serial);
    } else {
      replies.send(AttemptResult.THROTTLED, slot, serial, hint(slot, now));
    }
  }

  private boolean isItsTurn(int slot, long now) {
    boolean kept = bookings[slot] <= now;
    boolean free = kept || booked.waitNanos(now) == 0 || through.isFull(now);
    if (!free || through.take(1, now) == 0) {
      return false;
    }
    if (!kept) {
      booked.take(1, now);
    }
    bookings[slot] = NOTHING_BOOKED;
    return true;
  }

  private long hint(int slot, long now) {
    return switch (settings.advice()) {
      case NONE -> 0;
      case FIXED -> settings.fixedNanos();
      case EXACT -> through.waitNanos(now);
      case RESERVED -> {
        if (bookings[slot] == NOTHING_BOOKED || bookings[slot] <= now) {
          bookings[slot] = booked.book(now);
        }
        yield Math.max(bookings[slot] - now, through.waitNanos(now));
      }
    };
  }
}
