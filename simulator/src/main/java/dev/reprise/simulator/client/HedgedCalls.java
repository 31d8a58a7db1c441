package dev.reprise.simulator.client;

import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.View;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.engine.World;
import dev.reprise.state.RetryState;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Calls with several attempts in flight. The first attempt of a round has the slot of its call; a
 * hedge has a slot of its own. Policy and budget are asked in the order of the library's driver for
 * hedged calls.
 */
final class HedgedCalls {

  private static final long NOT_PLANNED = -1;
  private static final long NOT_MEASURED = 0;

  private final Clients clients;
  private final World world;
  private int[] owners = {};
  private long[] starts = {};
  private int[] numbers = {};
  private long[] hedgeTimes = {};
  private boolean[] retrying = {};
  private boolean[] refused = {};
  private int[][] flights = {};

  HedgedCalls(Clients clients, World world) {
    this.clients = clients;
    this.world = world;
  }

  /** Returns the slot of the call that an attempt belongs to. */
  int callOf(int slot) {
    return owners[slot];
  }

  void callStarted(int slot) {
    reserve(slot);
    owners[slot] = slot;
    retrying[slot] = false;
    refused[slot] = false;
    hedgeTimes[slot] = NOT_PLANNED;
    flights[slot] = new int[0];
  }

  private void reserve(int slot) {
    if (slot < owners.length) {
      return;
    }
    int capacity = slot + (slot >> 1) + 1;
    owners = Arrays.copyOf(owners, capacity);
    starts = Arrays.copyOf(starts, capacity);
    numbers = Arrays.copyOf(numbers, capacity);
    hedgeTimes = Arrays.copyOf(hedgeTimes, capacity);
    retrying = Arrays.copyOf(retrying, capacity);
    refused = Arrays.copyOf(refused, capacity);
    flights = Arrays.copyOf(flights, capacity);
  }

  /** An attempt starts now, and is the latest one of the progress of its call. */
  void attemptStarted(int slot) {
    int call = owners[slot];
    starts[slot] = world.nowNanos();
    numbers[slot] = clients.progress(call).started();
    int[] more = Arrays.copyOf(flights[call], flights[call].length + 1);
    more[more.length - 1] = slot;
    flights[call] = more;
  }

  private void remove(int call, int slot) {
    flights[call] = Arrays.stream(flights[call]).filter(other -> other != slot).toArray();
  }

  /** An attempt has ended with a result for its client. */
  void finished(int slot, AttemptResult result, long hintNanos) {
    int call = owners[slot];
    long now = world.nowNanos();
    long length = now - starts[slot];
    remove(call, slot);
    clients.traffic().attemptEnded(call, starts[slot], now, result);
    RetryPolicy policy = clients.policyOf(call);
    RetryState state = clients.stateOf(call);
    Progress after = clients.progress(call).attemptFinished(length);
    View view = retrying[call] ? state.view() : state.viewIncludingCaller();
    Decision decision =
        policy.decide(after, clients.outcomes().of(result, hintNanos), now, view, clients.random());
    boolean accepted = decision instanceof Decision.Accept;
    if (policy.readsLatencies()) {
      learn(slot, accepted, result == AttemptResult.TIMED_OUT, now);
    }
    if (accepted && !retrying[call]) {
      state.firstAttemptAccepted(starts[slot]);
      clients.end(call, after, StopReason.SUCCEEDED);
      return;
    }
    countAsRetrying(call);
    if (!(decision instanceof Decision.DeferredToInFlight)) {
      after = withoutOthers(call, after, now);
    }
    boolean retryable = decision.verdict().action() == Verdict.Action.RETRY;
    settle(call, slot, retryable, accepted, length);
    follow(call, slot, after, decision);
  }

  /**
   * Records the duration of an attempt that timed out, and when the call succeeds, those of the
   * attempts that began alone, since they took at least this long.
   */
  private void learn(int slot, boolean accepted, boolean timedOut, long now) {
    int call = owners[slot];
    if (timedOut || (accepted && slot == call)) {
      clients.stateOf(call).recordLatency(now - starts[slot]);
    }
    for (int other : flights[call]) {
      if (accepted && other == call) {
        clients.stateOf(call).recordLatency(now - starts[other]);
      }
    }
  }

  private void countAsRetrying(int call) {
    if (!retrying[call]) {
      retrying[call] = true;
      clients.stateOf(call).retryingStarted();
    }
  }

  /** Ends the other attempts of a call, and returns the progress after that. */
  private Progress withoutOthers(int call, Progress after, long now) {
    Progress left = after;
    for (int other : flights[call]) {
      clients.abandon(other);
      left = left.attemptFinished(now - starts[other]);
      settle(call, other, false, false, NOT_MEASURED);
      release(call, other);
    }
    flights[call] = new int[0];
    return left;
  }

  private void settle(int call, int slot, boolean retryable, boolean accepted, long length) {
    RetryState state = clients.stateOf(call);
    long now = world.nowNanos();
    if (numbers[slot] == 1) {
      state.firstAttemptEnded(retryable, length, now);
    } else {
      int price = slot == call ? clients.priceOf(call) : 1;
      state.paidAttemptEnded(price, accepted, length, now);
    }
  }

  /** Frees the slot of a hedge. */
  private void release(int call, int slot) {
    if (slot != call) {
      clients.free(slot);
    }
  }

  private void follow(int call, int slot, Progress after, Decision decision) {
    RetryState state = clients.stateOf(call);
    boolean first = numbers[slot] == 1;
    release(call, slot);
    if (decision instanceof Decision.DeferredToInFlight left) {
      clients.progress(call, left.next());
      plan(call);
    } else if (decision instanceof Decision.Accept && first) {
      state.firstAttemptWon(world.nowNanos());
      clients.end(call, after, StopReason.SUCCEEDED);
    } else {
      refused[call] = false;
      clients.follow(call, after, decision, state, world.nowNanos());
    }
  }

  /** Computes when the next hedge of a call is due. */
  void plan(int call) {
    OptionalLong due = clients.hasCall(call) ? nextHedge(call) : OptionalLong.empty();
    hedgeTimes[call] = due.isEmpty() ? NOT_PLANNED : world.nowNanos() + due.getAsLong();
    if (due.isPresent()) {
      clients.scheduleHedge(call, hedgeTimes[call]);
    }
  }

  private OptionalLong nextHedge(int call) {
    return refused[call] || flights[call].length == 0
        ? OptionalLong.empty()
        : clients
            .policyOf(call)
            .nextHedge(clients.progress(call), clients.stateOf(call).view(), world.nowNanos());
  }

  /** Starts a hedge, unless the plan has changed or the budget refuses it. */
  void due(int call) {
    long now = world.nowNanos();
    if (!clients.hasCall(call) || hedgeTimes[call] != now) {
      return;
    }
    OptionalLong due = nextHedge(call);
    if (due.isEmpty() || due.getAsLong() > 0) {
      plan(call);
      return;
    }
    hedgeTimes[call] = NOT_PLANNED;
    countAsRetrying(call);
    if (!clients.stateOf(call).tryAcquire(now)) {
      refused[call] = true;
      return;
    }
    int slot = clients.newSlot(call);
    reserve(slot);
    owners[slot] = call;
    clients.progress(call, clients.progress(call).attemptStarted(now, 0));
    clients.launch(slot, now);
    plan(call);
  }
}
