package dev.reprise.simulator.model;

import dev.reprise.simulator.client.AttemptResult;
import java.util.Arrays;

/**
 * The attempts of a run in the order in which they ended, at most {@link #LIMIT}. Not safe for use
 * by several threads during the run.
 */
public final class Trace {

  /** The maximum number of attempts that are recorded. */
  public static final int LIMIT = 100_000;

  private static final int FIRST_CAPACITY = 64;

  private final int limit;
  private int[] clients;
  private long[] starts;
  private long[] ends;
  private AttemptResult[] answers;
  private int size;
  private boolean complete = true;

  Trace(int limit) {
    this.limit = limit;
    int capacity = Math.min(limit, FIRST_CAPACITY);
    clients = new int[capacity];
    starts = new long[capacity];
    ends = new long[capacity];
    answers = new AttemptResult[capacity];
  }

  void add(int client, long startNanos, long endNanos, AttemptResult answer) {
    if (size == limit) {
      complete = false;
      return;
    }
    if (size == clients.length) {
      int capacity = Math.min(limit, 2 * size);
      clients = Arrays.copyOf(clients, capacity);
      starts = Arrays.copyOf(starts, capacity);
      ends = Arrays.copyOf(ends, capacity);
      answers = Arrays.copyOf(answers, capacity);
    }
    clients[size] = client;
    starts[size] = startNanos;
    ends[size] = endNanos;
    answers[size++] = answer;
  }

  /**
   * Returns the number of recorded attempts.
   *
   * @return from 0 to {@link #LIMIT}
   */
  public int size() {
    return size;
  }

  /**
   * Returns whether all attempts of the run are recorded.
   *
   * @return false if there were more than {@link #LIMIT}
   */
  public boolean isComplete() {
    return complete;
  }

  /**
   * Returns the call of an attempt.
   *
   * @param index the index of the attempt, from 0
   * @return the slot of its call, from 0
   */
  public int client(int index) {
    return clients[index];
  }

  /**
   * Returns the start of an attempt.
   *
   * @param index the index of the attempt, from 0
   * @return nanoseconds since the run began
   */
  public long startNanos(int index) {
    return starts[index];
  }

  /**
   * Returns the time at which the client received the result of an attempt.
   *
   * @param index the index of the attempt, from 0
   * @return nanoseconds since the run began
   */
  public long endNanos(int index) {
    return ends[index];
  }

  /**
   * Returns the result of an attempt.
   *
   * @param index the index of the attempt, from 0
   * @return the result
   */
  public AttemptResult answer(int index) {
    return answers[index];
  }
}
