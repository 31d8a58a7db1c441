package dev.reprise;

import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.time.Sleeper;
import dev.reprise.time.TickSource;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** The system's environment with a clock, a timer and an executor of one's own. */
record AlteredEnvironment(TickSource ticks, Delayer delayer, Executor executor)
    implements RetryEnvironment {

  @Override
  public Sleeper sleeper() {
    return RetryEnvironment.system().sleeper();
  }

  @Override
  public RandomGenerator random() {
    return RetryEnvironment.system().random();
  }

  @Override
  public InstantSource wallClock() {
    return RetryEnvironment.system().wallClock();
  }
}
