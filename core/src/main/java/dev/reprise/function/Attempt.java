package dev.reprise.function;

import dev.reprise.Retry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The attempt that an operation makes, as the operation sees it. Safe for use by any thread. */
public interface Attempt {

  /**
   * Returns the number of this attempt.
   *
   * @return the number, counted from 1
   */
  int number();

  /**
   * Time since the call began, earlier attempts and waits included.
   *
   * @return at least zero
   */
  Duration elapsed();

  /**
   * Returns the time that this attempt may still take: until its own timeout or the deadline of the
   * call, whichever comes first.
   *
   * @return at least zero; {@link Long#MAX_VALUE} nanoseconds, some 292 years, if there is no limit
   */
  Duration timeLeft();

  /**
   * Returns the failure of the previous attempt.
   *
   * @return the exception; null at the first attempt, and if the result of the previous one was
   *     rejected
   */
  @Nullable Throwable lastFailure();

  /**
   * Returns the idempotency key of the call, by which a receiver does the work only once, even if
   * several attempts reach it. It is the same for all attempts of the call, including hedges, and
   * for nested calls that are made {@linkplain Retry#within(Attempt) within} one of them. It is
   * created at the first use.
   *
   * @return the key that {@link Retry#withIdempotencyKey} was given, or a UUID of version 7 with a
   *     random part that cannot be guessed
   */
  String idempotencyKey();
}
