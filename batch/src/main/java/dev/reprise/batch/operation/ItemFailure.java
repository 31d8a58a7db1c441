package dev.reprise.batch.operation;

import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.report.FailureText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a service did not process an item. Immutable.
 *
 * <pre>{@code
 * ItemFailure busy = ItemFailure.of(FailureKind.THROTTLED, "429 too many requests");
 * ItemFailure lost =
 *     ItemFailure.of(FailureKind.TIMEOUT, "no answer of shard 3").withEffect(Effect.UNKNOWN);
 * }</pre>
 *
 * @param kind the kind of failure, on which rules of the policy and the pace depend
 * @param effect whether the item may have been processed nevertheless
 * @param message the reason, in the words of the service; made one line
 * @param error becomes the error of a dead letter; the policy does not decide on it; null for none
 */
public record ItemFailure(
    FailureKind kind, Effect effect, String message, @Nullable Throwable error) {

  /** Failure of an item about which the reply says no more than that it is unprocessed. */
  static final ItemFailure UNPROCESSED =
      of(FailureKind.THROTTLED, "left unprocessed by the service");

  /**
   * Checks the components.
   *
   * @param kind the kind of failure
   * @param effect whether the item may have been processed nevertheless
   * @param message the reason; made one line
   * @param error the error of a dead letter; null for none
   * @throws NullPointerException if {@code kind}, {@code effect} or {@code message} is null
   */
  public ItemFailure {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(effect, "effect");
    message = FailureText.oneLine(Objects.requireNonNull(message, "message"));
  }

  /**
   * Creates a failure without effect and without an error.
   *
   * @param kind the kind of failure
   * @param message the reason, in the words of the service; made one line
   * @return the failure
   */
  public static ItemFailure of(FailureKind kind, String message) {
    return new ItemFailure(kind, Effect.NONE, message, null);
  }

  /**
   * Sets the kind.
   *
   * @param changed the kind of failure
   * @return a copy with this kind
   */
  public ItemFailure withKind(FailureKind changed) {
    return new ItemFailure(changed, effect, message, error);
  }

  /**
   * Sets the effect. With {@link Effect#UNKNOWN}, an item that must not be repeated is dead.
   *
   * @param changed whether the item may have been processed nevertheless
   * @return a copy with this effect
   */
  public ItemFailure withEffect(Effect changed) {
    return new ItemFailure(kind, changed, message, error);
  }

  /**
   * Sets the message.
   *
   * @param changed the reason, in the words of the service; made one line
   * @return a copy with this message
   */
  public ItemFailure withMessage(String changed) {
    return new ItemFailure(kind, effect, changed, error);
  }

  /**
   * Sets the error.
   *
   * @param changed becomes the error of a dead letter; the policy does not decide on it
   * @return a copy with this error
   */
  public ItemFailure withError(Throwable changed) {
    return new ItemFailure(kind, effect, message, Objects.requireNonNull(changed, "error"));
  }
}
