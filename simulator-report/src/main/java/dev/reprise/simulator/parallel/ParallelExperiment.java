package dev.reprise.simulator.parallel;

import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.model.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An experiment whose runs are simulated by several threads. The results depend on the experiment
 * alone, not on the number of threads.
 *
 * <pre>{@code
 * ParallelExperiment parallel = new ParallelExperiment(experiment);
 * Results results = parallel.run(Runtime.getRuntime().availableProcessors());
 * }</pre>
 *
 * <p>An instance runs once. {@link #finished()} and {@link #stop()} may be called by any thread. No
 * method takes null.
 */
public final class ParallelExperiment {

  private static final int MAX_THREADS = 1_024;

  private final Experiment experiment;
  private final @Nullable Run[] runs;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger finished = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile boolean stopped;

  /**
   * Prepares an experiment; no run is simulated yet.
   *
   * @param experiment the experiment
   */
  public ParallelExperiment(Experiment experiment) {
    this.experiment = experiment;
    runs = new @Nullable Run[experiment.runs()];
  }

  /**
   * Checks a number of threads.
   *
   * @param threads at least 1
   * @return the same number
   * @throws IllegalArgumentException if it is below 1
   */
  public static int checkedThreads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, but was " + threads);
    }
    return threads;
  }

  /**
   * The number of runs in total.
   *
   * @return at least 1
   */
  public int runs() {
    return runs.length;
  }

  /**
   * Estimates the cost of all runs, as {@link Experiment#estimatedEvents}.
   *
   * @return the number of events of all runs together
   */
  public double estimatedEvents() {
    return experiment.estimatedEvents();
  }

  /**
   * The number of runs that are finished.
   *
   * @return from 0 to {@link #runs()}
   */
  public int finished() {
    return finished.get();
  }

  /**
   * Ends the experiment early: runs that have begun are finished, and {@link #run} returns the
   * results so far. Before {@link #run}, it makes that method return without a run.
   */
  public void stop() {
    stopped = true;
  }

  /**
   * Simulates the runs, once. The calling thread takes part.
   *
   * @param threads the number of threads, at least 1; at most 1,024 are used, and never more than
   *     there are runs
   * @return the results
   * @throws IllegalArgumentException if {@code threads} is below 1
   * @throws IllegalStateException if a run failed, also for want of memory; its exception is the
   *     cause
   */
  public Results run(int threads) {
    int used = Math.min(Math.min(checkedThreads(threads), MAX_THREADS), runs());
    List<Thread> helpers = new ArrayList<>();
    for (int i = 1; i < used; i++) {
      Thread helper = new Thread(this::simulateRuns, "reprise-simulation-" + i);
      helper.setDaemon(true);
      helper.start();
      helpers.add(helper);
    }
    simulateRuns();
    helpers.forEach(ParallelExperiment::join);
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new IllegalStateException(message(thrown, used), thrown);
    }
    return experiment.results(runs);
  }

  private String message(Throwable thrown, int threads) {
    String name = experiment.scenario().name();
    if (!(thrown instanceof OutOfMemoryError)) {
      return "a run of " + name + " failed: " + thrown;
    }
    return "a run of "
        + name
        + " needs more memory than the "
        + (Runtime.getRuntime().maxMemory() >> 20)
        + " MiB of this Java: use fewer clients or calls, a smaller queue"
        + (threads > 1 ? ", fewer threads than " + threads : "")
        + ", or a larger heap (java -Xmx)";
  }

  private static void join(Thread helper) {
    boolean interrupted = false;
    while (helper.isAlive()) {
      try {
        helper.join();
      } catch (InterruptedException interrupt) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void simulateRuns() {
    try {
      for (int i = next.getAndIncrement(); i < runs() && !stopped; i = next.getAndIncrement()) {
        runs[i] = experiment.run(i);
        finished.incrementAndGet();
      }
    } catch (Throwable thrown) {
      failure.compareAndSet(null, thrown);
      stopped = true;
    }
  }
}
