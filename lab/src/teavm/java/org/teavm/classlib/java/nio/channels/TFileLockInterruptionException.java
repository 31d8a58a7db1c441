package org.teavm.classlib.java.nio.channels;

import java.io.IOException;

/** The {@code java.nio.channels.FileLockInterruptionException} that the compiler's class library lacks. */
public class TFileLockInterruptionException extends IOException {

  private static final long serialVersionUID = 1;

  public TFileLockInterruptionException() {}
}
