package dev.reprise.batch.internal.send;

/** Where threads leave what the coordinator is to do. */
public interface Mailbox {

  /**
   * Leaves a message. Never fails, and never runs it before it returns if this thread is the
   * coordinator's.
   *
   * @param message run by the coordinator, in the order of arrival
   */
  void post(Runnable message);
}
