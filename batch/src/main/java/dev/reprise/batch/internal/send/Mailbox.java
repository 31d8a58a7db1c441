package dev.reprise.batch.internal.send;

/** A queue of tasks for the coordinator. */
public interface Mailbox {

  /**
   * Adds a message. Never fails, and never runs it before it returns if this thread is the
   * coordinator's.
   *
   * @param message run by the coordinator, in the order of arrival
   */
  void post(Runnable message);
}
