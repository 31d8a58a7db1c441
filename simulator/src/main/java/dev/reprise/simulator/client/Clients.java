package dev.reprise.simulator.client;

import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.View;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.World;
import dev.reprise.state.RetryState;
import java.util.Arrays;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The client processes of a simulation, which call one target and retry by one policy. A call
 * occupies a slot, a small number that is used again after the call. {@link RetryPolicy#decide} and
 * the budget of the process decide on retries, in the same order as in the drivers of the library.
 * A hedge has a slot of its own while it is in flight.
 */
public final class Clients implements Handler {

  private static final int TIMEOUT = 0;
  private static final int LAUNCH = 1;
  private static final int HEDGE = 2;
  private static final int FIRST_CAPACITY = 16;

  private final World world;
  private final World.Port port;
  private final RetryPolicy policy;
  private final RetryPolicy otherPolicy;
  private final double otherShare;
  private final AdaptiveThrottle[] throttles;
  private final @Nullable HedgedCalls hedged;
  private final RandomGenerator random;
  private final RetryState[] processes;
  private final long timeoutNanos;
  private final Outcomes outcomes;
  private final TrafficListener traffic;
  private @Nullable Target target;
  private CallEndListener callEndListener = (slot, attempts, length, reason) -> {};

  private @Nullable Progress[] progress = new @Nullable Progress[FIRST_CAPACITY];
  private long[] deadlines = new long[FIRST_CAPACITY];
  private long[] attemptDeadlines = new long[FIRST_CAPACITY];
  private int[] serials = new int[FIRST_CAPACITY];
  private int[] processOf = new int[FIRST_CAPACITY];
  private int[] prices = new int[FIRST_CAPACITY];
  private boolean[] others = new boolean[FIRST_CAPACITY];
  private int[] free = new int[FIRST_CAPACITY];
  private int freed;
  private int slots;

  /**
   * Creates clients without calls.
   *
   * @param world the simulated world
   * @param settings the policy, the budget and the number of processes
   * @param random the source of the random delays
   * @param traffic counts calls and attempts
   */
  public Clients(
      World world, ClientSettings settings, RandomGenerator random, TrafficListener traffic) {
    this.world = world;
    this.random = random;
    this.traffic = traffic;
    port = world.join(this);
    ClientExtras extras = settings.extras();
    policy = Outcomes.reading(settings.policy());
    otherPolicy = Outcomes.reading(extras.otherPolicy());
    otherShare = extras.otherShare();
    throttles = new AdaptiveThrottle[extras.throttle() == 0 ? 0 : settings.processes()];
    Arrays.setAll(throttles, i -> new AdaptiveThrottle(extras));
    boolean hedges = policy.isHedged() || (otherShare > 0 && otherPolicy.isHedged());
    hedged = hedges ? new HedgedCalls(this, world) : null;
    outcomes = new Outcomes(settings.respectsHints());
    timeoutNanos = settings.timeoutNanos();
    processes = new RetryState[settings.processes()];
    Arrays.setAll(processes, i -> RetryState.of(settings.budget().newInstance()));
  }

  /**
   * Sets the target of all calls. Must be called once, before the first call.
   *
   * @param called the target
   * @return this
   */
  public Clients withTarget(Target called) {
    target = called;
    return this;
  }

  /**
   * Sets the listener for the ends of calls. Must be called at most once, before the first call.
   *
   * @param listener notified of the end of each call, after its slot was freed
   * @return this
   */
  public Clients onCallEnd(CallEndListener listener) {
    callEndListener = listener;
    return this;
  }

  /**
   * Starts a call.
   *
   * @param process the process that calls, from 0
   * @param atNanos the time of its start, in nanoseconds since the run began; now or later
   * @return the slot of the call
   */
  public int begin(int process, long atNanos) {
    return begin(process, atNanos, Long.MAX_VALUE);
  }

  /**
   * Starts a call that has a deadline in addition to the limits of its policy.
   *
   * @param process the process that calls, from 0
   * @param atNanos the time of its start, in nanoseconds since the run began; now or later
   * @param deadlineNanos the time, in nanoseconds since the run began, from which on no attempt
   *     starts and at which a running attempt times out; {@link Long#MAX_VALUE} for no deadline
   * @return the slot of the call
   */
  public int begin(int process, long atNanos, long deadlineNanos) {
    int slot = newSlot();
    processOf[slot] = process;
    others[slot] = otherShare > 0 && random.nextDouble() < otherShare;
    if (hedged != null) {
      hedged.callStarted(slot);
    }
    deadlines[slot] = deadlineNanos;
    processes[process].callStarted(atNanos);
    traffic.callStarted(atNanos);
    attempt(slot, Progress.startingAt(atNanos), atNanos);
    return slot;
  }

  private int newSlot() {
    if (freed > 0) {
      return free[--freed];
    }
    if (slots == serials.length) {
      int capacity = slots + (slots >> 1);
      progress = Arrays.copyOf(progress, capacity);
      deadlines = Arrays.copyOf(deadlines, capacity);
      attemptDeadlines = Arrays.copyOf(attemptDeadlines, capacity);
      serials = Arrays.copyOf(serials, capacity);
      processOf = Arrays.copyOf(processOf, capacity);
      prices = Arrays.copyOf(prices, capacity);
      free = Arrays.copyOf(free, capacity);
      others = Arrays.copyOf(others, capacity);
    }
    return slots++;
  }

  private View latencies(int call) {
    return policyOf(call).readsLatencies() ? stateOf(call).view() : View.NONE;
  }

  /** Starts an attempt. Where its start depends on the state at that time, it waits for it. */
  private void attempt(int slot, Progress before, long atNanos) {
    progress[slot] = before.attemptStarted(atNanos, 0);
    if (hedged != null || throttles.length > 0) {
      port.at(atNanos, LAUNCH, slot, serials[slot]);
    } else {
      launch(slot, atNanos);
    }
  }

  /** Sends an attempt, unless its process rejects it. */
  void launch(int slot, long atNanos) {
    int serial = serials[slot];
    int call = callOf(slot);
    if (hedged != null) {
      hedged.attemptStarted(slot);
    }
    if (throttles.length > 0 && throttles[processOf[call]].rejects(atNanos, random)) {
      deliver(slot, serial, AttemptResult.REJECTED, 0);
      return;
    }
    traffic.attemptStarted(atNanos);
    Progress begun = progress(call);
    long timeout =
        Math.min(timeoutNanos, policyOf(call).attemptTimeoutNanos(begun, latencies(call), atNanos));
    boolean bounded = timeout != Long.MAX_VALUE;
    long end = Math.min(deadlines[call], bounded ? atNanos + timeout : Long.MAX_VALUE);
    attemptDeadlines[slot] = end;
    Objects.requireNonNull(target, "target").begin(slot, serial, atNanos);
    if (end != Long.MAX_VALUE) {
      port.at(end, TIMEOUT, slot, serial);
    }
  }

  /**
   * Returns the time at which the current attempt of a call times out.
   *
   * @param slot the slot of a running call, from 0
   * @return nanoseconds since the run began; {@link Long#MAX_VALUE} if the attempt has no timeout
   */
  public long attemptDeadlineNanos(int slot) {
    return attemptDeadlines[slot];
  }

  /**
   * Returns whether the current attempt of a call is its first.
   *
   * @param slot the slot of a running call, from 0
   * @return false from the second attempt on
   */
  public boolean isFirst(int slot) {
    return callOf(slot) != slot || progress(slot).started() == 1;
  }

  @Override
  public void on(int kind, int slot, int serial) {
    if (kind == HEDGE) {
      Objects.requireNonNull(hedged).due(slot);
    } else if (kind == LAUNCH) {
      launch(slot, world.nowNanos());
      if (hedged != null) {
        hedged.plan(slot);
      }
    } else if (isPending(slot, serial)) {
      Objects.requireNonNull(target, "target").abandoned(slot, serial);
      deliver(slot, serial, AttemptResult.TIMED_OUT, 0);
    }
  }

  private int callOf(int slot) {
    return hedged == null ? slot : hedged.callOf(slot);
  }

  /** Takes a slot for an attempt of a call. */
  int newSlot(int call) {
    int slot = newSlot();
    deadlines[slot] = deadlines[call];
    return slot;
  }

  /** Ends an attempt without a result. */
  void abandon(int slot) {
    Objects.requireNonNull(target, "target").abandoned(slot, serials[slot]);
    serials[slot] = World.nextSerial(serials[slot]);
  }

  void free(int slot) {
    free[freed++] = slot;
  }

  void scheduleHedge(int call, long atNanos) {
    port.at(atNanos, HEDGE, call, 0);
  }

  boolean hasCall(int call) {
    return progress[call] != null;
  }

  Progress progress(int call) {
    return Objects.requireNonNull(progress[call]);
  }

  void progress(int call, Progress changed) {
    progress[call] = changed;
  }

  RetryPolicy policyOf(int call) {
    return others[call] ? otherPolicy : policy;
  }

  RetryState stateOf(int call) {
    return processes[processOf[call]];
  }

  int priceOf(int call) {
    return prices[call];
  }

  TrafficListener traffic() {
    return traffic;
  }

  Outcomes outcomes() {
    return outcomes;
  }

  RandomGenerator random() {
    return random;
  }

  /**
   * Returns whether the client still waits for the result of an attempt.
   *
   * @param slot the slot of the call, from 0
   * @param serial the number of the attempt, from 0 to 2<sup>24</sup> - 1
   * @return false if the attempt timed out or has ended
   */
  public boolean isPending(int slot, int serial) {
    return serials[slot] == serial;
  }

  /**
   * Delivers the result of an attempt to its client. Ignored if the client does not wait for it any
   * more. After {@link AttemptResult#PARTIALLY_SERVED} the next attempt counts as the first, as in
   * the batches of the library.
   *
   * @param slot the slot of the call, from 0
   * @param serial the number of the attempt, from 0 to 2<sup>24</sup> - 1
   * @param result the result
   * @param hintNanos the retry time that the server sends, in nanoseconds; 0 for none
   */
  public void deliver(int slot, int serial, AttemptResult result, long hintNanos) {
    if (!isPending(slot, serial)) {
      return;
    }
    serials[slot] = World.nextSerial(serial);
    long now = world.nowNanos();
    if (throttles.length > 0) {
      throttles[processOf[callOf(slot)]].ended(now, result);
    }
    if (hedged != null) {
      hedged.finished(slot, result, hintNanos);
    } else {
      finished(slot, result, hintNanos, now);
    }
  }

  private void finished(int slot, AttemptResult result, long hintNanos, long now) {
    Progress before = progress(slot);
    long length = now - before.lastStartNanos();
    traffic.attemptEnded(slot, before.lastStartNanos(), now, result);
    Progress after =
        (result == AttemptResult.PARTIALLY_SERVED ? asFirstAttempt(before) : before)
            .attemptFinished(length);
    RetryState state = stateOf(slot);
    RetryPolicy policy = policyOf(slot);
    boolean first = before.finished() == 0;
    View view = first ? state.viewIncludingCaller() : state.view();
    if (policy.readsLatencies()
        && (result == AttemptResult.SERVED || result == AttemptResult.TIMED_OUT)) {
      state.recordLatency(length);
    }
    Decision decision = policy.decide(after, outcomes.of(result, hintNanos), now, view, random);
    if (first && decision instanceof Decision.Accept) {
      state.firstAttemptAccepted(before.lastStartNanos());
      end(slot, after, StopReason.SUCCEEDED);
      return;
    }
    settle(state, first, prices[slot], length, decision, now);
    follow(slot, after, decision, state, now);
  }

  /** Counts an attempt that made progress as the first. */
  private static Progress asFirstAttempt(Progress advanced) {
    return advanced.afterAdvance().attemptStarted(advanced.lastStartNanos(), advanced.reportMark());
  }

  private static void settle(
      RetryState state, boolean first, int price, long length, Decision decision, long now) {
    if (first) {
      state.retryingStarted();
      state.firstAttemptEnded(decision.verdict().action() == Verdict.Action.RETRY, length, now);
    } else {
      state.paidAttemptEnded(price, decision instanceof Decision.Accept, length, now);
    }
  }

  void follow(int slot, Progress after, Decision decision, RetryState state, long now) {
    if (decision instanceof Decision.RetryAfter again) {
      if (again.delayNanos() >= deadlines[slot] - now) {
        endRetrying(slot, after, state, StopReason.DEADLINE);
      } else if (state.tryAcquire(again.verdict().price(), now)) {
        prices[slot] = again.verdict().price();
        attempt(slot, again.next(), now + again.delayNanos());
      } else {
        endRetrying(slot, after, state, StopReason.BUDGET);
      }
    } else {
      boolean given = decision instanceof Decision.GiveUp;
      StopReason reason = given ? ((Decision.GiveUp) decision).stopReason() : StopReason.SUCCEEDED;
      endRetrying(slot, after, state, reason);
    }
  }

  private void endRetrying(int slot, Progress after, RetryState state, StopReason reason) {
    state.callFinished(world.nowNanos());
    end(slot, after, reason);
  }

  void end(int slot, Progress after, StopReason reason) {
    progress[slot] = null;
    free[freed++] = slot;
    long length = world.nowNanos() - after.startNanos();
    traffic.callEnded(world.nowNanos(), after.finished(), length, reason);
    callEndListener.ended(slot, after.finished(), length, reason);
  }
}
