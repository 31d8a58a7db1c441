package dev.reprise.simulator.model;

import dev.reprise.simulator.client.Answer;
import java.util.Arrays;

/**
 * The attempts of a run, in the order in which they ended, as far as they are kept. Not safe for
 * use by several threads while it grows.
 */
public final class Trace {

  /** The number of attempts of an observed run that are kept. */
  public static final int LIMIT = 100_000;

  private static final int FIRST_CAPACITY = 64;

  private final int limit;
  private int[] clients;
  private long[] starts;
  private long[] ends;
  private Answer[] answers;
  private int size;
  private boolean complete = true;

  Trace(int limit) {
    this.limit = limit;
    int capacity = Math.min(limit, FIRST_CAPACITY);
    clients = new int[capacity];
    starts = new long[capacity];
    ends = new long[capacity];
    answers = new Answer[capacity];
  }

  void add(int client, long startNanos, long endNanos, Answer answer) {
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
   * How many attempts there are.
   *
   * @return from 0 to {@link #LIMIT}
   */
  public int size() {
    return size;
  }

  /**
   * Whether all attempts of the run are here.
   *
   * @return false if there were more than are kept
   */
  public boolean isComplete() {
    return complete;
  }

  /**
   * Whose attempt it was.
   *
   * @param index of the attempt, from 0
   * @return the slot of its call, from 0
   */
  public int client(int index) {
    return clients[index];
  }

  /**
   * When it left.
   *
   * @param index of the attempt, from 0
   * @return nanoseconds since the run began
   */
  public long startNanos(int index) {
    return starts[index];
  }

  /**
   * When its client knew how it had ended.
   *
   * @param index of the attempt, from 0
   * @return nanoseconds since the run began
   */
  public long endNanos(int index) {
    return ends[index];
  }

  /**
   * How it ended.
   *
   * @param index of the attempt, from 0
   * @return the answer
   */
  public Answer answer(int index) {
    return answers[index];
  }
}
