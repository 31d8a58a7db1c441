package dev.reprise.testing.internal;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** An environment that replaces some parts of another one. */
public record OverriddenEnvironment(
    TickSource ticks,
    Sleeper sleeper,
    Delayer delayer,
    Executor executor,
    Supplier<RandomGenerator> randoms,
    InstantSource wallClock)
    implements RetryEnvironment {

  private static OverriddenEnvironment of(RetryEnvironment base) {
    return new OverriddenEnvironment(
        base.ticks(),
        base.sleeper(),
        base.delayer(),
        base.executor(),
        base::random,
        base.wallClock());
  }

  public static OverriddenEnvironment withTicks(RetryEnvironment base, TickSource ticks) {
    OverriddenEnvironment all = of(base);
    return new OverriddenEnvironment(
        ticks, all.sleeper, all.delayer, all.executor, all.randoms, all.wallClock);
  }

  public static OverriddenEnvironment withSleeper(RetryEnvironment base, Sleeper sleeper) {
    OverriddenEnvironment all = of(base);
    return new OverriddenEnvironment(
        all.ticks, sleeper, all.delayer, all.executor, all.randoms, all.wallClock);
  }

  public static OverriddenEnvironment withDelayer(RetryEnvironment base, Delayer delayer) {
    OverriddenEnvironment all = of(base);
    return new OverriddenEnvironment(
        all.ticks, all.sleeper, delayer, all.executor, all.randoms, all.wallClock);
  }

  public static OverriddenEnvironment withExecutor(RetryEnvironment base, Executor executor) {
    OverriddenEnvironment all = of(base);
    return new OverriddenEnvironment(
        all.ticks, all.sleeper, all.delayer, executor, all.randoms, all.wallClock);
  }

  public static OverriddenEnvironment withRandom(
      RetryEnvironment base, Supplier<RandomGenerator> randoms) {
    OverriddenEnvironment all = of(base);
    return new OverriddenEnvironment(
        all.ticks, all.sleeper, all.delayer, all.executor, randoms, all.wallClock);
  }

  @Override
  public RandomGenerator random() {
    return randoms.get();
  }
}
