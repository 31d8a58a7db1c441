package dev.reprise.batch.internal.send;

/** The start of a prepared call; asked by the thread that makes it. */
public interface PreparedStart {

  /** Returns whether the call may still start. */
  boolean isInTime();

  /** Records the time of the start; called by the thread that has taken the call. */
  void taken();

  /** Returns the maximum duration of the call. */
  CallTimeout timeout();

  /** Records that it has started; run by the coordinator before it reads the previous outcome. */
  void started();
}
