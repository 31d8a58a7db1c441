package dev.reprise.testing;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** A virtual time, some part of which is not as it should be. */
record AlteredTime(
    VirtualTime time,
    TickSource ticks,
    Sleeper sleeper,
    Delayer delayer,
    Executor executor,
    Supplier<RandomGenerator> randoms)
    implements RetryEnvironment {

  static AlteredTime withTicks(VirtualTime time, TickSource ticks) {
    return new AlteredTime(
        time, ticks, time.sleeper(), time.delayer(), time.executor(), time::random);
  }

  static AlteredTime withSleeper(VirtualTime time, Sleeper sleeper) {
    return new AlteredTime(
        time, time.ticks(), sleeper, time.delayer(), time.executor(), time::random);
  }

  static AlteredTime withDelayer(VirtualTime time, Delayer delayer) {
    return new AlteredTime(
        time, time.ticks(), time.sleeper(), delayer, time.executor(), time::random);
  }

  static AlteredTime withExecutor(VirtualTime time, Executor executor) {
    return new AlteredTime(
        time, time.ticks(), time.sleeper(), time.delayer(), executor, time::random);
  }

  static AlteredTime withRandom(VirtualTime time, Supplier<RandomGenerator> randoms) {
    return new AlteredTime(
        time, time.ticks(), time.sleeper(), time.delayer(), time.executor(), randoms);
  }

  @Override
  public RandomGenerator random() {
    return randoms.get();
  }

  @Override
  public InstantSource wallClock() {
    return time.wallClock();
  }
}
