package dev.reprise.testing.contract;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.shape.CallShape;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/**
 * The contract of all call shapes as tests, with one nested class for each area. Each scenario runs
 * in every shape of {@link #shapes()}, in virtual time, and must have the same outcome, delays and
 * events in all of them. To test a driver or an integration, add its shape:
 *
 * <pre>{@code
 * class OrdersClientContractTest extends RetryDriverContract {
 *
 *   @Override
 *   protected List<CallShape> shapes() {
 *     return List.of(
 *         new CallShape(
 *             "orders client",
 *             Set.of(
 *                 Trait.RETURNS_VALUES,
 *                 Trait.TIMES_OUT_ATTEMPTS,
 *                 Trait.ASYNC,
 *                 Trait.OVERLAPS,
 *                 Trait.STAGES),
 *             (retry, operation, time) -> new OrdersClient(retry).send(operation::stage)));
 *   }
 * }
 * }</pre>
 *
 * <p>Needs JUnit Jupiter. Scenarios whose traits a shape lacks are skipped for it. The name of a
 * scenario may contain the number of a trap, which is a mistake that a released retry library has
 * made; {@code docs/guide/testing.md} lists them.
 */
public abstract class RetryDriverContract {

  /** Creates the contract. */
  protected RetryDriverContract() {}

  /**
   * Returns the shapes to test.
   *
   * @return every call shape of {@code Retry} by default; override to add or replace shapes
   */
  protected List<CallShape> shapes() {
    return CallShape.all();
  }

  /**
   * Returns the clock for a scenario. It is called for each scenario and shape.
   *
   * @return a new clock, always with the same seed
   */
  protected VirtualTime time() {
    return VirtualTime.seeded(1);
  }

  private ScenarioRunner runner() {
    return new ScenarioRunner(shapes(), this::time);
  }

  @AfterEach
  void no_scenario_leaves_an_interrupt_behind() {
    assertFalse(Thread.interrupted(), "the interrupt flag of the thread is still set");
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
  class HedgeEdges extends HedgeEdgeScenarios {
    HedgeEdges() {
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
  class WithoutListeners extends NoListenerScenarios {
    WithoutListeners() {
      super(runner());
    }
  }

  @Nested
  class FaultyParts extends FaultyPartScenarios {
    FaultyParts() {
      super(runner());
    }
  }

  @Nested
  class LosingAttempts extends LosingAttemptScenarios {
    LosingAttempts() {
      super(runner());
    }
  }

  @Nested
  class Keys extends KeyScenarios {
    Keys() {
      super(runner());
    }
  }

  @Nested
  class Observers extends ObserverScenarios {
    Observers() {
      super(runner());
    }
  }
}
