package dev.reprise.testing.faults;

import dev.reprise.time.RetryEnvironment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Where a trial takes place: in virtual time, or on real threads. */
interface TrialRuntime {

  /** Longer than any time limit of a trial. */
  int LATE_MILLIS = 600_000;

  /** The environment, all of whose parts behave. */
  RetryEnvironment proper();

  /** What tasks threw at the executor or the timer that ran them. */
  List<Throwable> escaped();

  /** Runs attempts. */
  Executor executor();

  /** Whether the current thread is the timer's. */
  boolean isTimer();

  /** Says that what runs in a task runs on the timer's thread. */
  Runnable onTimer(Runnable task);

  /** Whether several threads take part. */
  boolean isReal();

  /** How long takes here what takes so long in virtual time. */
  long millis(long virtual);

  /** Runs something later, off the timer. */
  void later(long millis, Runnable task);

  /** Waits within an attempt, a little. */
  void work() throws InterruptedException;

  /** Waits within an attempt until it is interrupted. */
  void hang() throws InterruptedException;

  /** Waits until the test lets all go that wait here. Interrupts do not end it. */
  void block();

  /** Waits until a call is over. */
  void await(CompletableFuture<?> call);
}
