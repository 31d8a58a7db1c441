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
 * The calls of a number of client processes by one policy. A call has a slot from its first attempt
 * to its end; what is decided is decided by {@link RetryPolicy#decide} and the process's budget, in
 * the order of the library's own drivers.
 */
public final class Clients implements Handler {

  private static final int TIMEOUT = 0;
  private static final int FIRST_CAPACITY = 16;

  private final World world;
  private final World.Port port;
  private final RetryPolicy policy;
  private final RandomGenerator random;
  private final RetryState[] processes;
  private final long timeoutNanos;
  private final Outcomes outcomes;
  private final Traffic traffic;
  private @Nullable Target target;
  private CallEndListener ends = (slot, attempts, length, reason) -> {};

  private @Nullable Progress[] progress = new @Nullable Progress[FIRST_CAPACITY];
  private long[] deadlines = new long[FIRST_CAPACITY];
  private long[] patienceEnds = new long[FIRST_CAPACITY];
  private int[] serials = new int[FIRST_CAPACITY];
  private int[] processOf = new int[FIRST_CAPACITY];
  private int[] prices = new int[FIRST_CAPACITY];
  private int[] free = new int[FIRST_CAPACITY];
  private int freed;
  private int slots;

  /**
   * Clients that have not called yet.
   *
   * @param world where they live
   * @param settings their policy, their budgets, how many processes they are
   * @param random where their delays are drawn from
   * @param traffic counts what they do
   */
  public Clients(World world, ClientSettings settings, RandomGenerator random, Traffic traffic) {
    this.world = world;
    this.random = random;
    this.traffic = traffic;
    port = world.join(this);
    policy = Outcomes.reading(settings.policy());
    outcomes = new Outcomes(settings.heedsHints());
    timeoutNanos = settings.timeoutNanos();
    processes = new RetryState[settings.processes()];
    Arrays.setAll(processes, i -> RetryState.of(settings.budget().newInstance()));
  }

  /**
   * What they call. Set once, before the first call.
   *
   * @param called the target
   * @return these clients
   */
  public Clients calling(Target called) {
    target = called;
    return this;
  }

  /**
   * Who hears how their calls end. Set once, before the first call.
   *
   * @param heard notified of the end of each call, after its slot was freed
   * @return these clients
   */
  public Clients onCallEnd(CallEndListener heard) {
    ends = heard;
    return this;
  }

  /**
   * Begins a call.
   *
   * @param process who calls, from 0
   * @param atNanos when, now or later
   * @return the call's slot
   */
  public int begin(int process, long atNanos) {
    return begin(process, atNanos, Long.MAX_VALUE);
  }

  /**
   * Begins a call with a deadline, in addition to the limits of its policy.
   *
   * @param process who calls, from 0
   * @param atNanos when, now or later
   * @param deadlineNanos nothing begins then or later, and no attempt is waited for beyond it;
   *     {@link Long#MAX_VALUE} for no such time
   * @return the call's slot
   */
  public int begin(int process, long atNanos, long deadlineNanos) {
    int slot = freed > 0 ? free[--freed] : newSlot();
    processOf[slot] = process;
    deadlines[slot] = deadlineNanos;
    processes[process].callStarted(atNanos);
    traffic.callBegan(atNanos);
    attempt(slot, Progress.startingAt(atNanos), atNanos);
    return slot;
  }

  private int newSlot() {
    if (slots == serials.length) {
      int capacity = slots + (slots >> 1);
      progress = Arrays.copyOf(progress, capacity);
      deadlines = Arrays.copyOf(deadlines, capacity);
      patienceEnds = Arrays.copyOf(patienceEnds, capacity);
      serials = Arrays.copyOf(serials, capacity);
      processOf = Arrays.copyOf(processOf, capacity);
      prices = Arrays.copyOf(prices, capacity);
      free = Arrays.copyOf(free, capacity);
    }
    return slots++;
  }

  private View latencies(int slot) {
    return policy.readsLatencies() ? processes[processOf[slot]].view() : View.NONE;
  }

  private void attempt(int slot, Progress before, long atNanos) {
    Progress begun = before.attemptStarted(atNanos, 0);
    progress[slot] = begun;
    traffic.attemptBegan(atNanos);
    int serial = serials[slot];
    long patience =
        Math.min(timeoutNanos, policy.attemptTimeoutNanos(begun, latencies(slot), atNanos));
    boolean bounded = patience != Long.MAX_VALUE;
    long end = Math.min(deadlines[slot], bounded ? atNanos + patience : Long.MAX_VALUE);
    patienceEnds[slot] = end;
    Objects.requireNonNull(target, "target").begin(slot, serial, atNanos);
    if (end != Long.MAX_VALUE) {
      port.at(end, TIMEOUT, slot, serial);
    }
  }

  /**
   * Up to when the current attempt of a call is waited for.
   *
   * @param slot the call
   * @return the time; {@link Long#MAX_VALUE} for as long as it takes
   */
  public long patienceEndNanos(int slot) {
    return patienceEnds[slot];
  }

  /**
   * Whether the current attempt of a call is its first.
   *
   * @param slot a call that is not over
   * @return false from its second attempt on
   */
  public boolean isFirst(int slot) {
    return Objects.requireNonNull(progress[slot]).started() == 1;
  }

  @Override
  public void on(int kind, int slot, int serial) {
    if (awaits(slot, serial)) {
      Objects.requireNonNull(target, "target").abandoned(slot, serial);
      answered(slot, serial, Answer.TIMED_OUT, 0);
    }
  }

  /**
   * Whether somebody still waits for an attempt.
   *
   * @param slot the call
   * @param serial the attempt
   * @return false if it was abandoned
   */
  public boolean awaits(int slot, int serial) {
    return serials[slot] == serial;
  }

  /**
   * An answer has reached its client. One that nobody waits for is not heard. After {@link
   * Answer#PARTLY} attempts count from one again, as in the library's batches.
   *
   * @param slot the call
   * @param serial the attempt
   * @param answer how it came out
   * @param hintNanos how long the server asks to be left alone, in nanoseconds; 0 if it does not
   */
  public void answered(int slot, int serial, Answer answer, long hintNanos) {
    if (!awaits(slot, serial)) {
      return;
    }
    serials[slot] = World.nextSerial(serial);
    long now = world.nowNanos();
    Progress before = Objects.requireNonNull(progress[slot]);
    long length = now - before.lastStartNanos();
    traffic.attemptEnded(slot, before.lastStartNanos(), now, answer);
    Progress after = (answer == Answer.PARTLY ? counted(before) : before).attemptFinished(length);
    RetryState state = processes[processOf[slot]];
    boolean first = before.finished() == 0;
    View view = first ? state.viewIncludingCaller() : state.view();
    if (policy.readsLatencies() && (answer == Answer.SERVED || answer == Answer.TIMED_OUT)) {
      state.recordLatency(length);
    }
    Decision decision = policy.decide(after, outcomes.of(answer, hintNanos), now, view, random);
    if (first && decision instanceof Decision.Accept) {
      state.firstAttemptAccepted(before.lastStartNanos());
      end(slot, after, StopReason.SUCCEEDED);
      return;
    }
    settle(state, first, prices[slot], length, decision, now);
    follow(slot, after, decision, state, now);
  }

  /** An attempt that got on counts as the first. */
  private static Progress counted(Progress advanced) {
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

  private void follow(int slot, Progress after, Decision decision, RetryState state, long now) {
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

  private void end(int slot, Progress after, StopReason reason) {
    progress[slot] = null;
    free[freed++] = slot;
    long length = world.nowNanos() - after.startNanos();
    traffic.callEnded(world.nowNanos(), after.finished(), length, reason);
    ends.ended(slot, after.finished(), length, reason);
  }
}
