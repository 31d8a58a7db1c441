package dev.reprise.jdkhttp;

import dev.reprise.testbed.http.protocol.Transport;
import org.junit.jupiter.api.Tag;

/** Each fault, over each transport, through each way to send. */
@Tag("proof")
final class EveryFaultTest extends FaultMatrix {

  @Override
  boolean tries(Fault fault, Transport transport, CallKind shape) {
    return true;
  }
}
