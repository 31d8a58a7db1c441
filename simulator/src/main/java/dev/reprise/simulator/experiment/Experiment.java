package dev.reprise.simulator.experiment;

import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Model;
import dev.reprise.simulator.model.Run;
import dev.reprise.simulator.model.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs every contender of a scenario at every point of the sweeps with every seed, on several
 * threads. What comes out depends on the base seed, not on the threads.
 */
public final class Experiment {

  private static final int MAX_SEEDS = 1_000_000;
  private static final int MAX_THREADS = 1_024;

  private final Scenario scenario;
  private final List<Sweep> sweeps;
  private final int seeds;
  private final long baseSeed;
  private final List<Task> tasks = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger finished = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile boolean stopped;

  /**
   * Checks how many runs there are of each contender at each point.
   *
   * @param seeds from 1 to 1,000,000
   * @return the same
   * @throws IllegalArgumentException if it is not in that range
   */
  public static int checkedSeeds(int seeds) {
    if (seeds < 1 || seeds > MAX_SEEDS) {
      throw new IllegalArgumentException(
          "seeds must be from 1 to " + MAX_SEEDS + ", but was " + seeds);
    }
    return seeds;
  }

  /**
   * Checks how many runs there are at a time.
   *
   * @param threads at least 1
   * @return the same
   * @throws IllegalArgumentException if it is below 1
   */
  public static int checkedThreads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, but was " + threads);
    }
    return threads;
  }

  /** One cell in the making. */
  private static final class Task {
    final Map<String, String> point;
    final Model model;
    final Contender contender;
    final @Nullable Run[] runs;

    Task(Map<String, String> point, Model model, Contender contender, int seeds) {
      this.point = point;
      this.model = model;
      this.contender = contender;
      runs = new @Nullable Run[seeds];
    }

    Cell cell() {
      Run[] done = Arrays.stream(runs).takeWhile(run -> run != null).toArray(Run[]::new);
      double[][] values = new double[model.metrics().size()][done.length];
      long events = 0;
      for (int run = 0; run < done.length; run++) {
        events += done[run].events();
        for (int metric = 0; metric < values.length; metric++) {
          values[metric][run] = done[run].values()[metric];
        }
      }
      return new Cell(point, contender, model.metrics(), values, events);
    }
  }

  /**
   * An experiment that has not begun.
   *
   * @param scenario what is simulated
   * @param sweeps parameters that take several values, each with each; none for one point
   * @param seeds how many runs of each contender at each point, from 1 to 1,000,000
   * @param baseSeed where all chance comes from
   * @throws IllegalArgumentException if a value of a sweep may not be this, {@code seeds} is not in
   *     its range, or there are more than {@link Integer#MAX_VALUE} runs in all
   */
  public Experiment(Scenario scenario, List<Sweep> sweeps, int seeds, long baseSeed) {
    this.scenario = scenario;
    this.sweeps = List.copyOf(sweeps);
    this.seeds = checkedSeeds(seeds);
    this.baseSeed = baseSeed;
    long all = (long) seeds * scenario.contenders().size();
    for (Sweep sweep : this.sweeps) {
      all = Math.min(all, Integer.MAX_VALUE) * sweep.values().size();
    }
    if (all > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "there must be at most "
              + Integer.MAX_VALUE
              + " runs in all: take fewer seeds or values");
    }
    addTasks(scenario, 0, new LinkedHashMap<>());
  }

  private void addTasks(Scenario at, int depth, Map<String, String> point) {
    if (depth == sweeps.size()) {
      Model model = at.model();
      for (Contender contender : at.contenders()) {
        tasks.add(new Task(new LinkedHashMap<>(point), model, contender, seeds));
      }
      return;
    }
    Sweep sweep = sweeps.get(depth);
    for (String value : sweep.values()) {
      point.put(sweep.parameter(), value);
      addTasks(at.with(sweep.parameter(), value), depth + 1, point);
    }
  }

  /**
   * How many runs there are in all.
   *
   * @return at least 1
   */
  public int runs() {
    return tasks.size() * seeds;
  }

  /**
   * How many runs are over.
   *
   * @return from 0 to {@link #runs()}; may be asked by any thread
   */
  public int finished() {
    return finished.get();
  }

  /** Ends the experiment early: {@link #run} returns what is there. Called by any thread. */
  public void stop() {
    stopped = true;
  }

  /**
   * Runs the experiment, once.
   *
   * @param threads how many runs at a time, at least 1; never more than there are, or than 1,024
   * @return what came out
   * @throws IllegalArgumentException if {@code threads} is below 1
   */
  public Results run(int threads) {
    int most = Math.min(Math.min(checkedThreads(threads), MAX_THREADS), runs());
    List<Thread> helpers = new ArrayList<>();
    for (int i = 1; i < most; i++) {
      Thread helper = new Thread(this::work, "reprise-simulation-" + i);
      helper.setDaemon(true);
      helper.start();
      helpers.add(helper);
    }
    work();
    helpers.forEach(Experiment::join);
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new IllegalStateException("a run of " + scenario.name() + " failed", thrown);
    }
    List<Cell> cells =
        tasks.stream().map(Task::cell).filter(cell -> cell.values()[0].length > 0).toList();
    boolean complete = finished.get() == runs();
    return new Results(scenario, sweeps, seeds, baseSeed, cells, complete);
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

  private void work() {
    try {
      for (int i = next.getAndIncrement(); i < runs() && !stopped; i = next.getAndIncrement()) {
        Task task = tasks.get(i / seeds);
        int run = i % seeds;
        task.runs[run] = task.model.run(task.contender, new Seed(baseSeed, run), false);
        finished.incrementAndGet();
      }
    } catch (Throwable thrown) {
      failure.compareAndSet(null, thrown);
      stopped = true;
    }
  }
}
