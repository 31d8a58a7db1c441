package dev.reprise.batch.report;

import dev.reprise.text.CountText;
import java.util.Objects;

/**
 * An item that was pushed to a {@link dev.reprise.batch.BatchSender} was given up. The cause is the
 * exception of its last call, if that call threw one. Has no stack trace of its own, because it is
 * created by the run and not by the caller.
 */
public final class DeadItemException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The item with its reason; lost when the exception is serialized. */
  private final transient DeadLetter<?> deadLetter;

  /**
   * Creates an exception. Runs create it, and so may tests of code that handles it.
   *
   * @param deadLetter the item and the reason
   */
  public DeadItemException(DeadLetter<?> deadLetter) {
    super(messageOf(deadLetter), deadLetter.error(), true, false);
    this.deadLetter = Objects.requireNonNull(deadLetter, "deadLetter");
  }

  private static String messageOf(DeadLetter<?> dead) {
    return "the item at position "
        + dead.position()
        + " was given up after "
        + CountText.of(dead.attempts(), "call")
        + " ("
        + dead.stopReason()
        + "): "
        + dead.message();
  }

  /**
   * Returns the item and the reason why it was given up.
   *
   * @return the dead letter that listeners and the consumer of dead letters receive too
   */
  public DeadLetter<?> deadLetter() {
    return deadLetter;
  }
}
