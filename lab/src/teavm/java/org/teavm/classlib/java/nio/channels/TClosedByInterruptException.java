package org.teavm.classlib.java.nio.channels;

import java.io.IOException;

/** The {@code java.nio.channels.ClosedByInterruptException} that the compiler's class library lacks. */
public class TClosedByInterruptException extends IOException {

  private static final long serialVersionUID = 1;

  public TClosedByInterruptException() {}
}
