package dev.reprise;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** The system's environment with some parts replaced. */
record AlteredEnvironment(
    TickSource ticks, Sleeper sleeper, Supplier<Delayer> delayers, Executor executor)
    implements RetryEnvironment {

  private static final RetryEnvironment SYSTEM = RetryEnvironment.system();

  private static final AlteredEnvironment UNALTERED =
      new AlteredEnvironment(SYSTEM.ticks(), SYSTEM.sleeper(), SYSTEM::delayer, SYSTEM.executor());

  static AlteredEnvironment sleeper(Sleeper sleeper) {
    return new AlteredEnvironment(UNALTERED.ticks, sleeper, UNALTERED.delayers, UNALTERED.executor);
  }

  static AlteredEnvironment delayer(Delayer delayer) {
    return delayer(() -> delayer);
  }

  /** An environment that may fail to return the name of its timer. */
  static AlteredEnvironment delayer(Supplier<Delayer> delayers) {
    return new AlteredEnvironment(UNALTERED.ticks, UNALTERED.sleeper, delayers, UNALTERED.executor);
  }

  static AlteredEnvironment of(TickSource ticks, Delayer delayer, Executor executor) {
    return new AlteredEnvironment(ticks, UNALTERED.sleeper, () -> delayer, executor);
  }

  @Override
  public Delayer delayer() {
    return delayers.get();
  }

  @Override
  public RandomGenerator random() {
    return SYSTEM.random();
  }

  @Override
  public InstantSource wallClock() {
    return SYSTEM.wallClock();
  }
}
