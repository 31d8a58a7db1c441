package dev.reprise.testing;

/**
 * What every way to call promises, as tests: each scenario goes through every shape of {@link
 * #shapes()}, in virtual time, and must give the same outcome, the same delays and the same events.
 * A driver or integration of your own proves itself by adding its shape:
 *
 * <pre>{@code
 * class MyDriverContractTest extends RetryDriverContract {
 *   @Override
 *   protected List<CallShape> shapes() {
 *     return List.of(new CallShape("mine", Set.of(CallShape.Trait.RETURNS_VALUES), MyDriver::begin));
 *   }
 * }
 * }</pre>
 *
 * <p>Needs JUnit Jupiter. A scenario that a shape has not the traits for leaves it out. Numbers in
 * front of a scenario's name are those of {@code docs/design/traps.md}, the list of mistakes that
 * retry libraries have made.
 */
public abstract class RetryDriverContract extends ShutdownScenarios {

  /** For subclasses. */
  protected RetryDriverContract() {}
}
