package dev.reprise.jdkhttp;

import dev.reprise.testbed.http.protocol.Transport;
import org.junit.jupiter.api.Tag;

/** Tests each fault with each transport and each way to send. */
@Tag("proof")
final class EveryFaultTest extends FaultMatrix {

  @Override
  boolean tries(Fault fault, Transport transport, CallKind shape) {
    return true;
  }
}
