package dev.reprise.verification.spring;

import dev.reprise.declared.Retryable;

/** A class in a package in which no bean is. */
public class OtherPackage {

  @Retryable
  void internal() {}

  void unannotated() {}
}
