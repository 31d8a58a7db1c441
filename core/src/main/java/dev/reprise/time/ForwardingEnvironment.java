package dev.reprise.time;

import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** The parts of another environment; a subclass replaces one of them. */
abstract class ForwardingEnvironment implements RetryEnvironment {

  private final RetryEnvironment other;
  private final String replaced;

  /**
   * @param replaced the name of the part that the subclass replaces
   */
  ForwardingEnvironment(RetryEnvironment other, String replaced) {
    this.other = other;
    this.replaced = replaced;
  }

  @Override
  public TickSource ticks() {
    return other.ticks();
  }

  @Override
  public Sleeper sleeper() {
    return other.sleeper();
  }

  @Override
  public Delayer delayer() {
    return other.delayer();
  }

  @Override
  public Executor executor() {
    return other.executor();
  }

  @Override
  public RandomGenerator random() {
    return other.random();
  }

  @Override
  public InstantSource wallClock() {
    return other.wallClock();
  }

  @Override
  public String toString() {
    return other + ", other " + replaced;
  }
}
