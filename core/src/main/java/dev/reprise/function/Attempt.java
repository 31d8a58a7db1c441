package dev.reprise.function;

import dev.reprise.Retry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What an operation may see of the attempt it makes. Safe for use by any thread. */
public interface Attempt {

  /**
   * Which attempt this is.
   *
   * @return its number, counted from 1
   */
  int number();

  /**
   * Time since the call began, earlier attempts and waits included.
   *
   * @return at least zero
   */
  Duration elapsed();

  /**
   * How long this attempt may still take: until its own timeout or the deadline of the call,
   * whichever comes first.
   *
   * @return at least zero; {@link Long#MAX_VALUE} nanoseconds, some 292 years, where nothing limits
   *     it
   */
  Duration timeLeft();

  /**
   * Why the attempt before this one failed.
   *
   * @return what it threw; null at the first attempt and after one whose result was rejected
   */
  @Nullable Throwable lastFailure();

  /**
   * What a receiver can know this call by, so that it does the work once however many attempts
   * reach it: the same for all attempts of the call, hedges included, and for nested calls that are
   * made {@linkplain Retry#within(Attempt) within} one of them. Made when it is first asked for.
   *
   * @return the key that {@link Retry#withIdempotencyKey} was given, or a UUID of version 7 whose
   *     random part nobody can guess
   */
  String idempotencyKey();
}
