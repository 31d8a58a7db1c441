package dev.reprise.internal.timer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * A timer in virtual time. Its thread runs on the test's thread, in {@link #run}; the actions of
 * other threads happen at set times while it parks.
 */
final class World implements Timer.Parker, ThreadFactory {

  static final long IDLE = 1_000_000;

  /**
   * Maximum number of clock readings; a timer that reads its clock more often runs in an endless
   * loop.
   */
  private static final int READINGS_AT_MOST = 10_000_000;

  final List<String> log = new ArrayList<>();
  final List<Long> parked = new ArrayList<>();
  final Timer timer;
  int started;
  int unparked;
  int heldAtMost;
  long tickPerReading;
  boolean recordsParking = true;
  @Nullable Error refusal;

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Deque<Runnable> threads = new ArrayDeque<>();
  private final long origin;
  private long now;
  private boolean woken;
  private int readings;
  private int actsAtReading;
  private Runnable action = () -> {};

  World(long firstReading) {
    origin = firstReading;
    timer = new Timer(IDLE, this::reading, this, this);
  }

  /** Schedules an action at a time, as if on another thread. */
  void at(long tick, Runnable action) {
    events.add(new Event(tick, action));
  }

  /** Schedules an action, as if on another thread, at a given number of clock readings. */
  void atReading(int fromNow, Runnable other) {
    actsAtReading = readings + fromNow;
    action = other;
  }

  TimedTask task(String name) {
    return new Logged(name);
  }

  TimedTask schedule(String name, long delayNanos) {
    TimedTask task = task(name);
    timer.schedule(task, delayNanos);
    return task;
  }

  TimedTask scheduleQuietly(long delayNanos) {
    TimedTask task = new TimerProbe.Hook(() -> {});
    timer.schedule(task, delayNanos);
    return task;
  }

  /** The time at which the task of this name ran. */
  long runOf(String name) {
    String entry = log.stream().filter(line -> line.startsWith(name + "@")).findAny().orElseThrow();
    return Long.parseLong(entry.substring(name.length() + 1));
  }

  /** Runs until no action is left and the timer has no thread. */
  void run() {
    while (!threads.isEmpty() || !events.isEmpty()) {
      if (threads.isEmpty()) {
        next();
      } else {
        threads.remove().run();
      }
    }
  }

  @Override
  public void park(long nanos) {
    if (recordsParking) {
      parked.add(nanos);
    }
    long end = now + nanos;
    while (!woken && !events.isEmpty() && events.element().tick <= end) {
      next();
    }
    now = woken ? now : Math.max(now, end);
    woken = false;
  }

  @Override
  public void unpark(@Nullable Thread thread) {
    unparked++;
    woken = true;
  }

  @Override
  public Thread newThread(Runnable work) {
    return new Thread(work) {
      @Override
      public void start() {
        if (refusal != null) {
          throw refusal;
        }
        started++;
        threads.add(work);
      }
    };
  }

  private void next() {
    Event event = events.remove();
    now = Math.max(now, event.tick);
    event.action.run();
  }

  private long reading() {
    now += tickPerReading;
    if (++readings == actsAtReading) {
      action.run();
    }
    if (readings > READINGS_AT_MOST) {
      throw new AssertionError("the timer's thread neither rests nor ends");
    }
    return origin + now;
  }

  private record Event(long tick, Runnable action) implements Comparable<Event> {

    @Override
    public int compareTo(Event other) {
      return Long.compare(tick, other.tick);
    }
  }

  private final class Logged extends TimedTask {

    private final String name;

    Logged(String name) {
      this.name = name;
    }

    @Override
    protected void timeIsUp() {
      log.add(name + "@" + now);
    }

    @Override
    protected void cancelled() {
      log.add(name + " cancelled");
    }
  }
}
