package org.teavm.classlib.java.net;

import java.io.InterruptedIOException;

/** The {@code java.net.SocketTimeoutException} that the compiler's class library lacks. */
public class TSocketTimeoutException extends InterruptedIOException {

  private static final long serialVersionUID = 1;

  public TSocketTimeoutException() {}

  public TSocketTimeoutException(String message) {
    super(message);
  }
}
