package dev.reprise.testing.internal;

import java.util.stream.Stream;

/** The failure of the backups that the shapes of calls use; none of them ever has a result. */
public final class BackupFailure extends Exception {

  private static final long serialVersionUID = 1;

  public BackupFailure() {
    super("no backup", null, false, false);
  }

  /** Counts the exceptions that the failure of a call suppresses, without those of backups. */
  public static int otherSuppressed(Throwable failure) {
    return (int)
        Stream.of(failure.getSuppressed())
            .filter(other -> !(other instanceof BackupFailure))
            .count();
  }
}
