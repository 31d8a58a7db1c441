package dev.reprise.spring.policies;

import dev.reprise.RetrySource;

/**
 * A part of the starter that uses policies by name. Each such part defines a bean of this type, so
 * that a reload with which it could not work changes nothing.
 */
@FunctionalInterface
public interface ReloadCheck {

  /**
   * Finds mistakes, before a reload takes effect.
   *
   * @param policies finds the policies after the reload by name; its retries are not those of the
   *     application
   * @param mistakes receives the mistakes
   */
  void check(RetrySource policies, Mistakes mistakes);
}
