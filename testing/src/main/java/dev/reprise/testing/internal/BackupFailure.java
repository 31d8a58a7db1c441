package dev.reprise.testing.internal;

import java.util.stream.Stream;

/** The failure of the backups of call shapes; such a backup never has a result. */
public final class BackupFailure extends Exception {

  private static final long serialVersionUID = 1;

  public BackupFailure() {
    super("no backup", null, false, false);
  }

  /** Counts the suppressed exceptions of a call's failure, except the failures of backups. */
  public static int otherSuppressed(Throwable failure) {
    return (int)
        Stream.of(failure.getSuppressed())
            .filter(other -> !(other instanceof BackupFailure))
            .count();
  }
}
