package dev.reprise.testing.contract;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.shape.CallShape;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/**
 * What every way to call promises, as tests, one nested class for each area: each scenario goes
 * through every shape of {@link #shapes()}, in virtual time, and must give the same outcome, the
 * same delays and the same events. A driver or integration of your own proves itself by adding its
 * shape:
 *
 * <pre>{@code
 * class OrdersClientContractTest extends RetryDriverContract {
 *
 *   @Override
 *   protected List<CallShape> shapes() {
 *     return List.of(
 *         new CallShape(
 *             "orders client",
 *             Set.of(Trait.RETURNS_VALUES, Trait.ASYNC, Trait.STAGES),
 *             (retry, operation, time) -> new OrdersClient(retry).send(operation::stage)));
 *   }
 * }
 * }</pre>
 *
 * <p>Needs JUnit Jupiter. A scenario that a shape has not the traits for leaves it out. A trap
 * named by a scenario is a mistake that a released retry library has made; {@code
 * docs/guide/testing.md} lists them by number.
 */
public abstract class RetryDriverContract {

  /** For subclasses. */
  protected RetryDriverContract() {}

  /**
   * The shapes that the scenarios go through.
   *
   * @return every way to call that {@code Retry} offers; add your own
   */
  protected List<CallShape> shapes() {
    return CallShape.all();
  }

  /**
   * The time that a scenario is played in, made anew for each shape.
   *
   * @return a new time, each from the same seed
   */
  protected VirtualTime time() {
    return VirtualTime.seeded(1);
  }

  private ScenarioRunner runner() {
    return new ScenarioRunner(shapes(), this::time);
  }

  @AfterEach
  void no_scenario_leaves_an_interrupt_behind() {
    assertFalse(Thread.interrupted(), "the thread is still interrupted");
  }

  @Nested
  class Time extends TimeScenarios {
    Time() {
      super(runner());
    }
  }

  @Nested
  class Stopping extends StoppingScenarios {
    Stopping() {
      super(runner());
    }
  }

  @Nested
  class Policies extends PolicyScenarios {
    Policies() {
      super(runner());
    }
  }

  @Nested
  class Results extends ResultScenarios {
    Results() {
      super(runner());
    }
  }

  @Nested
  class State extends StateScenarios {
    State() {
      super(runner());
    }
  }

  @Nested
  class Futures extends FutureScenarios {
    Futures() {
      super(runner());
    }
  }

  @Nested
  class Nesting extends NestingScenarios {
    Nesting() {
      super(runner());
    }
  }

  @Nested
  class Shutdown extends ShutdownScenarios {
    Shutdown() {
      super(runner());
    }
  }

  @Nested
  class Hedges extends HedgeScenarios {
    Hedges() {
      super(runner());
    }
  }

  @Nested
  class HedgesBesideOthers extends HedgeEdgeScenarios {
    HedgesBesideOthers() {
      super(runner());
    }
  }

  @Nested
  class Contexts extends ContextScenarios {
    Contexts() {
      super(runner());
    }
  }

  @Nested
  class Pauses extends PauseScenarios {
    Pauses() {
      super(runner());
    }
  }

  @Nested
  class Unheard extends NoListenerScenarios {
    Unheard() {
      super(runner());
    }
  }

  @Nested
  class ErrantParts extends FaultyPartScenarios {
    ErrantParts() {
      super(runner());
    }
  }

  @Nested
  class Losers extends LosingAttemptScenarios {
    Losers() {
      super(runner());
    }
  }

  @Nested
  class Keys extends KeyScenarios {
    Keys() {
      super(runner());
    }
  }
}
