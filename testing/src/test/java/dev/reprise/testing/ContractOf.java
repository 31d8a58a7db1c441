package dev.reprise.testing;

import java.util.List;

/** The contract of one shape, for tests that call its scenarios themselves. */
final class ContractOf extends RetryDriverContract {

  private final CallShape shape;

  ContractOf(CallShape shape) {
    this.shape = shape;
  }

  @Override
  protected List<CallShape> shapes() {
    return List.of(shape);
  }
}
