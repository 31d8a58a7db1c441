package dev.reprise.grpc;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Logs exceptions that no caller receives. */
final class CallLog {

  private static final Logger LOG = System.getLogger("dev.reprise.grpc");

  private CallLog() {}

  static void callbackFailed(Throwable bug) {
    LOG.log(Level.ERROR, "onClose of a call's listener threw", bug);
  }

  static void attributesFailed(Throwable bug) {
    LOG.log(Level.ERROR, "getAttributes of a call threw; it counts as one without attributes", bug);
  }

  static void eventFailed(Throwable bug) {
    LOG.log(Level.ERROR, "Internal error while processing an event of a call; the call ends", bug);
  }

  /** Runs code of a user on which the end of the call must not depend. */
  static void quietly(Runnable action) {
    try {
      action.run();
    } catch (Throwable bug) {
      LOG.log(Level.ERROR, "a part of a call threw while the call was ended", bug);
    }
  }
}
