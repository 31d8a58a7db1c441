package dev.reprise.batch.internal.send;

/** A queue of tasks for the coordinator. */
public interface Mailbox {

  /**
   * Adds a message. Never throws. If this thread is the coordinator's, the message runs after this
   * method has returned.
   *
   * @param message run by the coordinator, in the order of arrival
   */
  void post(Runnable message);

  /** Returns whether this thread is the coordinator's, at this moment. */
  boolean isRunningHere();
}
