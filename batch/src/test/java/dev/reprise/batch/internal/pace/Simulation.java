package dev.reprise.batch.internal.pace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Runs that send to one service in virtual time, each with its own {@link Pacer}. A run always has
 * items, waits a backoff with full jitter before it sends unprocessed items again, and counts them
 * as a parallel call until then, as the coordinator of a batch does.
 */
final class Simulation {

  private static final int CHUNK = 25;
  private static final double FIRST_BACKOFF = 0.1;
  private static final double MOST_BACKOFF = 5;
  private static final long SECOND = 1_000_000_000;
  private static final long MILLI = 1_000_000;

  /** The ticks of runs have different origins, as those of different processes. */
  private static final long ORIGIN = 1_234_567_890_123L;

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final List<Run> runs = new ArrayList<>();
  private final SimulatedService.Bucket bucket;
  private final Random random;
  private long now;
  private long order;

  Simulation(SimulatedService service, long seed) {
    random = new Random(seed);
    bucket = new SimulatedService.Bucket(service, new Random(seed + 1));
  }

  List<Run> runs() {
    return runs;
  }

  private record Event(long nanos, long order, Runnable action) implements Comparable<Event> {

    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private void in(long nanos, Runnable action) {
    events.add(new Event(now + nanos, order++, action));
  }

  /** Adds a run that starts at a given second. */
  Run start(SharedRate rate, int parallelism, double latency, double second) {
    Run run = new Run(rate, parallelism, latency);
    runs.add(run);
    in((long) (second * SECOND), run::begin);
    return run;
  }

  /** Continues until the first run has had a number of units accepted, or until a second. */
  double secondOf(double units, double most) {
    Run run = runs.get(0);
    while (run.accepted < units && events.peek().nanos() <= most * SECOND) {
      Event next = events.poll();
      now = next.nanos();
      next.action().run();
    }
    return now / 1e9;
  }

  /** Continues until a second, and begins the counts of the runs again. */
  void advanceTo(double second) {
    runs.forEach(Run::reset);
    long end = (long) (second * SECOND);
    while (!events.isEmpty() && events.peek().nanos() <= end) {
      Event next = events.poll();
      now = next.nanos();
      next.action().run();
    }
    now = end;
  }

  /** Unprocessed items that wait, or may be sent again. */
  private record Rest(int units, int refusals) {}

  /** A run, with the units since the last {@link #advanceTo}. */
  final class Run {

    private final SharedRate rate;
    private final int parallelism;
    private final long latency;
    private final long origin = runs.size() * ORIGIN;
    private final Deque<Rest> woken = new ArrayDeque<>();
    private Pacer pacer;
    private int calls;
    private int running;
    private long timer = Long.MAX_VALUE;
    private double sent;
    private double accepted;

    private Run(SharedRate rate, int parallelism, double latency) {
      this.rate = rate;
      this.parallelism = parallelism;
      this.latency = (long) (latency * SECOND);
      pacer = newPacer();
    }

    private Pacer newPacer() {
      return new Pacer(rate, parallelism, ticks(), now / MILLI);
    }

    private long ticks() {
      return origin + now;
    }

    private void begin() {
      pacer = newPacer();
      sendAll();
    }

    private void reset() {
      sent = 0;
      accepted = 0;
    }

    double sent() {
      return sent;
    }

    double accepted() {
      return accepted;
    }

    double rate() {
      return pacer.unitsPerSecond(ticks());
    }

    private void sendAll() {
      while (calls < pacer.calls()) {
        long wait = pacer.waitNanos(ticks());
        if (wait > 0) {
          waitFor(Math.min(wait, SharedRate.LONGEST_CHECK_NANOS));
          return;
        }
        send((int) Math.min(CHUNK, pacer.mostUnits(ticks())));
      }
      recordIfFull();
    }

    private void waitFor(long nanos) {
      long at = now + nanos;
      if (timer > now && timer <= at) {
        return;
      }
      timer = at;
      in(
          nanos,
          () -> {
            if (timer == at) {
              timer = Long.MAX_VALUE;
              sendAll();
            }
          });
    }

    private void send(int most) {
      timer = Long.MAX_VALUE;
      calls++;
      running++;
      int room = most;
      int refusals = 0;
      while (room > 0 && !woken.isEmpty()) {
        Rest rest = woken.poll();
        int taken = Math.min(room, rest.units());
        refusals = Math.max(refusals, rest.refusals());
        room -= taken;
        if (taken < rest.units()) {
          woken.addFirst(new Rest(rest.units() - taken, rest.refusals()));
        }
      }
      int before = refusals;
      long start = ticks();
      long there = (long) (latency * (0.25 + random.nextDouble() / 2));
      long back = (long) (latency * (0.625 + random.nextDouble() / 4)) - latency / 4;
      pacer.sent(most, ticks());
      in(there, () -> arrive(start, back, most, before));
    }

    private void arrive(long start, long back, int units, int refusals) {
      boolean failed = bucket.fails();
      int taken = failed ? 0 : bucket.accept(units, now / 1e9);
      boolean throttled = !failed && taken < units;
      sent += units;
      accepted += taken;
      in(
          back + (long) (bucket.processes(now / 1e9) * SECOND),
          () -> {
            if (taken > 0) {
              bucket.ends();
            }
            recordIfFull();
            running--;
            pacer.answered(start, ticks(), units, taken, throttled);
            answer(units, taken, refusals);
          });
    }

    private void answer(int units, int taken, int refusals) {
      if (taken < units) {
        Rest rest = new Rest(units - taken, taken > 0 ? 1 : refusals + 1);
        double most = Math.min(MOST_BACKOFF, FIRST_BACKOFF * Math.pow(2, rest.refusals() - 1));
        in((long) (random.nextDouble() * most * SECOND), () -> wake(rest));
      } else {
        calls--;
      }
      sendAll();
    }

    private void recordIfFull() {
      if (running > 0 && calls >= pacer.calls()) {
        pacer.full(ticks());
      }
    }

    private void wake(Rest rest) {
      recordIfFull();
      woken.add(rest);
      calls--;
      sendAll();
    }
  }
}
