package dev.reprise.testing.faults;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** The environment of a trial, each part of which may misbehave. */
final class FaultyEnvironment implements RetryEnvironment {

  private final TrialRuntime world;
  private final FaultInjector hostile;
  private static final int MOST_SLEEPS = 100_000;

  private final AtomicInteger sleeps = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private final Sleeper sleeper = this::sleep;
  private final Delayer delayer = this::schedule;

  FaultyEnvironment(TrialRuntime world, FaultInjector hostile) {
    this.world = world;
    this.hostile = hostile;
  }

  /** Returns the system environment if this one would only replace it without a fault. */
  RetryEnvironment orSystem() {
    boolean hostileDoor =
        Stream.of(Part.SLEEPER, Part.DELAYER, Part.HANDLE, Part.GENERATOR, Part.GENERATOR_SOURCE)
            .anyMatch(hostile::involves);
    boolean real = world.proper() == RetryEnvironment.system();
    return real && !hostileDoor ? world.proper() : this;
  }

  /** Returns the number of timer tasks that have neither run nor been cancelled. */
  int waiting() {
    return waiting.get();
  }

  private void sleep(long nanos) throws InterruptedException {
    if (sleeps.incrementAndGet() > MOST_SLEEPS) {
      throw new AssertionError("spins: asked to sleep again and again");
    }
    hostile.at(
        Part.SLEEPER,
        () -> {
          world.proper().sleeper().sleep(nanos);
          return Part.SLEEPER;
        });
  }

  private Delayer.Scheduled schedule(Runnable task, long delayNanos) {
    Entry entry = new Entry(world.onTimer(task));
    boolean misbehaved =
        hostile.task(Part.DELAYER, entry, timed -> entry.waitFor(timed, delayNanos));
    return misbehaved && hostile.is(Part.DELAYER, Misbehaviour.RETURNS_NULL) ? null : entry;
  }

  /** A task of the timer and its handle. */
  private final class Entry implements Runnable, Delayer.Scheduled {

    private final Runnable task;
    private final AtomicInteger left = new AtomicInteger();
    private Delayer.@org.jspecify.annotations.Nullable Scheduled handle;

    Entry(Runnable task) {
      this.task = task;
    }

    void waitFor(Runnable timed, long delayNanos) {
      waiting.incrementAndGet();
      left.incrementAndGet();
      handle = world.proper().delayer().schedule(timed, delayNanos);
    }

    private void over() {
      waiting.addAndGet(-left.getAndSet(0));
    }

    @Override
    public void run() {
      over();
      task.run();
    }

    @Override
    public void cancel() {
      over();
      hostile.task(
          Part.HANDLE,
          () -> {
            if (handle != null) {
              handle.cancel();
            }
          },
          Runnable::run);
    }
  }

  @Override
  public TickSource ticks() {
    return world.proper().ticks();
  }

  @Override
  public Sleeper sleeper() {
    return sleeper;
  }

  @Override
  public Delayer delayer() {
    return delayer;
  }

  @Override
  public Executor executor() {
    return world.executor();
  }

  @Override
  public RandomGenerator random() {
    return hostile.at(
        Part.GENERATOR_SOURCE,
        () -> () -> hostile.at(Part.GENERATOR, world.proper().random()::nextLong));
  }

  @Override
  public InstantSource wallClock() {
    return world.proper().wallClock();
  }
}
