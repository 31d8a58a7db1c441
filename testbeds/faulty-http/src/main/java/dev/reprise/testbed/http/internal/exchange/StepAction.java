package dev.reprise.testbed.http.internal.exchange;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Action on an exchange, and the part of the request that is read before it.
 *
 * @param bytesRead bytes of the body that are read first; 0 to act when the headers have arrived,
 *     {@link Integer#MAX_VALUE} to read the whole request
 * @param action the action, called on the event loop of the connection
 */
public record StepAction(int bytesRead, Consumer<Exchange> action) {

  private static final int NOTHING = 0;
  private static final int ALL = Integer.MAX_VALUE;

  public static StepAction onArrival(Consumer<Exchange> action) {
    return new StepAction(NOTHING, action);
  }

  public static StepAction afterReading(Consumer<Exchange> action) {
    return new StepAction(ALL, action);
  }

  public static StepAction withinBody(int bytes, Consumer<Exchange> action) {
    return new StepAction(bytes, action);
  }

  /** Returns the same action without reading the body. */
  public StepAction withoutReading() {
    return new StepAction(NOTHING, action);
  }

  /** Returns the changed action at the same moment. */
  public StepAction change(UnaryOperator<Consumer<Exchange>> change) {
    return new StepAction(bytesRead, change.apply(action));
  }

  public boolean isOnArrival() {
    return bytesRead == NOTHING;
  }

  /** Returns whether the action is due before the end of the body, after this number of bytes. */
  public boolean isDueWithinBody(int bytes) {
    return bytesRead != ALL && bytes >= bytesRead;
  }

  public void run(Exchange exchange) {
    action.accept(exchange);
  }
}
