package dev.reprise.testing;

import java.util.List;
import org.junit.jupiter.api.Disabled;

/** The contract of one shape, for tests that call its scenarios themselves. */
@Disabled("tests make it and call its scenarios; JUnit has no shape for it")
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
