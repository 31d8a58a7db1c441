package dev.reprise.backoff;

import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Clients that compete to write one row with a version, as in Marc Brooker's <i>Exponential Backoff
 * and Jitter</i>: each client reads the version, then writes with it, and waits before it reads
 * again if another client wrote in between. A message takes |N(mean, mean / 5)| one way. Time is
 * virtual; the same seed gives the same run.
 */
public final class ContendedRow {

  /** The knowledge that the clients of one process share. */
  public interface Process {

    /** The view that a decision gets. */
    View view();

    /** Notification that a client failed for the first time. */
    void retryingStarted();

    /** Notification that a client that had failed has succeeded. */
    void retryingEnds();

    /** The duration of an attempt of a client that fails or had failed. */
    void recordLatency(long nanos);
  }

  /**
   * The result of a run.
   *
   * @param callsEach writes sent for each client
   * @param millisEach time until all clients had succeeded, divided by their number
   */
  public record Result(double callsEach, double millisEach) {}

  private enum Step {
    READ_ARRIVES,
    WRITE_LEAVES,
    WRITE_ARRIVES,
    ANSWER_ARRIVES,
    READ_LEAVES
  }

  private record Event(long at, long order, int client, Step step) implements Comparable<Event> {

    @Override
    public int compareTo(Event other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
    }
  }

  private final Backoff backoff;
  private final Process[] processes;
  private final double messageNanos;
  private final RandomGenerator random;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Progress[] progress;
  private final long[] version;
  private final boolean[] won;
  private long row;
  private long now;
  private long order;
  private long calls;

  private ContendedRow(
      Backoff backoff, int clients, Process[] processes, long messageNanos, long seed) {
    this.backoff = backoff;
    this.processes = processes;
    this.messageNanos = messageNanos;
    random = new SplittableRandom(seed);
    progress = new Progress[clients];
    version = new long[clients];
    won = new boolean[clients];
  }

  /**
   * The mean of some runs.
   *
   * @param backoff the wait before the next read
   * @param clients number of clients, assigned to the processes in rotation
   * @param process creates one of the four processes for each run
   * @param messageNanos mean time of a message one way; an attempt takes four of them
   * @param seeds number of runs
   */
  public static Result mean(
      Backoff backoff, int clients, Supplier<Process> process, long messageNanos, int seeds) {
    double calls = 0;
    double nanos = 0;
    for (int seed = 0; seed < seeds; seed++) {
      Process[] processes = new Process[4];
      for (int i = 0; i < processes.length; i++) {
        processes[i] = process.get();
      }
      ContendedRow run = new ContendedRow(backoff, clients, processes, messageNanos, seed);
      run.run();
      calls += run.calls;
      nanos += run.now;
    }
    return new Result(calls / seeds / clients, nanos / seeds / clients / 1e6);
  }

  private void run() {
    for (int client = 0; client < progress.length; client++) {
      progress[client] = Progress.startingAt(0);
      readLeaves(client);
    }
    for (Event event = events.poll(); event != null; event = events.poll()) {
      now = event.at();
      happens(event.client(), event.step());
    }
  }

  private void happens(int client, Step step) {
    switch (step) {
      case READ_ARRIVES -> {
        version[client] = row;
        send(client, Step.WRITE_LEAVES);
      }
      case WRITE_LEAVES -> {
        calls++;
        send(client, Step.WRITE_ARRIVES);
      }
      case WRITE_ARRIVES -> {
        won[client] = version[client] == row;
        row += won[client] ? 1 : 0;
        send(client, Step.ANSWER_ARRIVES);
      }
      case ANSWER_ARRIVES -> answered(client);
      case READ_LEAVES -> readLeaves(client);
    }
  }

  private void readLeaves(int client) {
    progress[client] = progress[client].attemptStarted(now, 0);
    send(client, Step.READ_ARRIVES);
  }

  private void answered(int client) {
    Process process = processes[client % processes.length];
    long length = now - progress[client].lastStartNanos();
    Progress after = progress[client].attemptFinished(length);
    if (won[client]) {
      if (after.finished() > 1) {
        process.recordLatency(length);
        process.retryingEnds();
      }
      return;
    }
    if (after.finished() == 1) {
      process.retryingStarted();
    }
    long delay = backoff.delayNanos(after, process.view(), now, random);
    process.recordLatency(length);
    progress[client] = after.waiting(delay);
    add(delay, client, Step.READ_LEAVES);
  }

  private void send(int client, Step arrival) {
    double nanos = messageNanos + messageNanos / 5.0 * random.nextGaussian();
    add((long) Math.abs(nanos), client, arrival);
  }

  private void add(long later, int client, Step step) {
    events.add(new Event(now + later, order++, client, step));
  }
}
