package dev.reprise.testing;

/**
 * What every way to call promises, as tests: each scenario goes through every shape of {@link
 * #shapes()}, in virtual time, and must give the same outcome, the same delays and the same events.
 * A driver or integration of your own proves itself by adding its shape:
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
public abstract class RetryDriverContract extends KeyScenarios {

  /** For subclasses. */
  protected RetryDriverContract() {}
}
