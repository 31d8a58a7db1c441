package dev.reprise.simulator.target;

import dev.reprise.simulator.client.Answer;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.Target;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.World;
import dev.reprise.simulator.target.LimiterSettings.Advice;
import java.util.Arrays;

/**
 * Admits a number of attempts a second, which are served at once, and rejects all others.
 *
 * <p>With {@link Advice#RESERVED} there are two accounts. A caller that is turned away books its
 * unit in the first, and needs no other there when it comes again at its time. Whoever comes has to
 * be let through by the second as well, which knows no bookings: so the rate holds though those
 * that booked come later than they were told to, for messages take time. A unit that nobody came
 * for is given to whoever comes before it is lost.
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
  private final Work work;
  private final TokenBucket through;
  private final TokenBucket booked;
  private long[] bookings = new long[FIRST_CAPACITY];

  /**
   * A limiter that has let nobody through of late.
   *
   * @param world where it is
   * @param clients who is answered
   * @param settings how it limits
   * @param network between them
   * @param work counts each attempt that is admitted
   */
  public RateLimiter(
      World world, Clients clients, LimiterSettings settings, Network network, Work work) {
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
    boolean reserves = settings.advice() == Advice.RESERVED;
    boolean through = reserves ? isItsTurn(slot, now) : this.through.take(1, now) == 1;
    if (through) {
      work.sent(now);
      replies.send(Answer.SERVED, slot, serial);
    } else {
      replies.send(Answer.THROTTLED, slot, serial, hint(slot, now));
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
