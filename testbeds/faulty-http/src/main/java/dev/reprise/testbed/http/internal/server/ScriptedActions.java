package dev.reprise.testbed.http.internal.server;

import dev.reprise.testbed.http.internal.exchange.StepAction;
import dev.reprise.testbed.http.log.ReceivedRequest;

/** Chooses the action for each request of a path. Called by several threads at the same time. */
@FunctionalInterface
public interface ScriptedActions {

  /** Returns the action for a request; {@code number} is 1 for the first request of the path. */
  StepAction next(ReceivedRequest request, int number);
}
