package dev.reprise.verification.concurrency;

import dev.reprise.verification.defects.Defect;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The planted defects: at least one for each test and for each structure. */
final class Defects {

  private static final String CORE = "core/src/main/java/dev/reprise/";
  private static final String BATCH = "batch/src/main/java/dev/reprise/batch/";
  private static final String IDEMPOTENCY = "idempotency/src/main/java/dev/reprise/idempotency/";

  /**
   * From this round on, the defects reorder accesses to memory, which switching threads cannot
   * show.
   */
  private static final int ORDER = 5;

  private static final List<RaceDefect> BUDGETS =
      List.of(
          new RaceDefect(
              1,
              "tokens are taken in two steps",
              CORE + "budget/Tokens.java",
              "if (available.compareAndSet(held, held - amount)) { return true; }",
              "available.set(held - amount); return true;",
              "TokensStress.LastTokensGoToOne",
              "TokensModel"),
          new RaceDefect(
              2,
              "tokens are added in two steps",
              CORE + "budget/Tokens.java",
              "if (available.compareAndSet(held, Math.min(capacity, held + amount))) { return; }",
              "available.set(Math.min(capacity, held + amount)); return;",
              "TokensStress.AddedTokensAreKept",
              "TokensStress.CapacityIsNotExceeded",
              "TokensStress.GrpcCountsFailureAndSuccess",
              "TokensModel"),
          new RaceDefect(
              1,
              "the tick of the last request is moved in two steps",
              CORE + "budget/IdleRefill.java",
              "&& lastRequest.compareAndSet(last, nowNanos)) {",
              "&& lastRequest.getAndSet(nowNanos) != Long.MIN_VALUE) {",
              "TokensStress.IdleTimeRefillsOnce"),
          new RaceDefect(
              2,
              "a request to a full bucket is not recorded",
              CORE + "budget/IdleRefill.java",
              "lastRequest.compareAndSet(last, nowNanos); return;",
              "return;",
              "TokensStress.TimeAtCapacityDoesNotRefill"),
          new RaceDefect(
              1,
              "a retry is counted in two steps",
              CORE + "budget/InFlightBudget.java",
              "if (retries.compareAndSet(held, held + 1)) { return true; }",
              "retries.set(held + 1); return true;",
              "InFlightStress.LastPermitGoesToOne"),
          new RaceDefect(
              2,
              "the end of a retry is counted in two steps",
              CORE + "budget/InFlightBudget.java",
              "retries.getAndDecrement();",
              "retries.set(retries.get() - 1);",
              "InFlightStress.ReturnedPermitIsCounted"),
          new RaceDefect(
              1,
              "a call is counted in two steps, on one stripe",
              CORE + "budget/StripedCount.java",
              "stripes.getAndAdd((Stripes.mine() + 1) * Stripes.STRIDE, amount);",
              "stripes.set(Stripes.STRIDE, stripes.get(Stripes.STRIDE) + amount);",
              "InFlightStress.EndedCallsAreRemoved"),
          new RaceDefect(
              1,
              "a cell is incremented in two steps",
              CORE + "budget/CountWindow.java",
              "if (cells.compareAndSet(index, cell, plusOne(cell, slot))) { return true; }",
              "cells.set(index, plusOne(cell, slot)); return true;",
              "CountWindowStress.AnOldRoundIsReplacedOnce",
              "CountWindowStress.TheLimitHolds",
              "CountWindowStress.AtSlotChangeOneMoreMayPass",
              "CountWindowModel"),
          new RaceDefect(
              2,
              "only the newest slot is summed again",
              CORE + "budget/CountWindow.java",
              "FRESH = 2;",
              "FRESH = 1;",
              "CountWindowStress.NoCountIsLostAtSlotChange"),
          new RaceDefect(
              3,
              "a cached sum is used for other slots",
              CORE + "budget/CountWindow.java",
              "kept != NONE && ((kept >>> COUNT_BITS) == (tag(head) >>> COUNT_BITS))",
              "kept != NONE",
              "CountWindowStress.ACachedSumIsComplete"));

  private static final List<RaceDefect> STATES =
      List.of(
          new RaceDefect(
              1,
              "an entry is claimed in two steps",
              CORE + "state/LatencyWindow.java",
              "added.getAndUpdate(count -> count == 2 * SIZE - 1 ? SIZE : count + 1);",
              "added.get(); added.set(index + 1);",
              "LatencyWindowStress.EachWriterHasAnEntry"),
          new RaceDefect(
              2,
              "an entry that is not filled is read as a latency",
              CORE + "state/LatencyWindow.java",
              "if (kept != NOT_FILLED) {",
              "if (kept != 1) {",
              "LatencyWindowStress.AnEmptyEntryIsNoLatency"),
          new RaceDefect(
              1,
              "the second state of a key replaces the first",
              CORE + "state/StatesByKey.java",
              "entries.putIfAbsent(key, made);",
              "entries.put(key, made);",
              "StatesByKeyStress.OneKeyHasOneState",
              "StatesModel"),
          new RaceDefect(
              3,
              "one of two new pages replaces the other",
              CORE + "state/StateSlots.java",
              "page = pages.compareAndExchange(index, null, made);",
              "pages.set(index, made);",
              "StateSlotsStress.EachStateHasASlot"),
          new RaceDefect(
              4,
              "a slot is taken in two steps",
              CORE + "state/StateSlots.java",
              "return pageOf(place).compareAndSet(place % PAGE, thing, by);",
              """
              boolean mine = get(place) == thing;
              pageOf(place).set(place % PAGE, by);
              return mine;
              """,
              "StateSlotsStress.OneTakesASlot"),
          new RaceDefect(
              2,
              "a pause is compared and set in two steps",
              CORE + "state/RetryState.java",
              """
              pause.accumulateAndGet(
                  asked,
                  (known, more) ->
                      known == null || known.endNanos() - nowNanos < nanos ? more : known);
              """,
              """
              Pause known = pause.get();
              if (known == null || known.endNanos() - nowNanos < nanos) {
                pause.set(asked);
              }
              """,
              "PauseStress.TheLongerPauseApplies"));

  private static final List<RaceDefect> CALLS =
      List.of(
          new RaceDefect(
              1,
              "the reading thread is determined in two steps",
              CORE + "internal/hedged/Mailbox.java",
              "if (waiting.getAndIncrement() == 0) {",
              "if (waiting.get() == 0 & waiting.incrementAndGet() > 0) {",
              "MailboxStress.MessagesRunOneAtATime",
              "MailboxStress.NestedMessagesRunAfterwards"),
          new RaceDefect(
              2,
              "a message is counted as read before it is read",
              CORE + "internal/hedged/Mailbox.java",
              "do { read(messages.poll()); } while (waiting.decrementAndGet() > 0);",
              """
              boolean more = true;
              while (more) { more = waiting.decrementAndGet() > 0; read(messages.poll()); }
              """,
              "MailboxStress.MessagesRunOneAtATime"),
          new RaceDefect(
              1,
              "work is given to a thread that may have ended",
              CORE + "internal/hedged/WorkerHandoff.java",
              "if (!work.compareAndSet(null, found)) {",
              "if (work.get() == null) { work.set(found); } else {",
              "HandoffStress.WorkIsDoneOnce"),
          new RaceDefect(
              1,
              "the inbox is not checked before the thread parks",
              CORE + "internal/timer/Timer.java",
              "nanos > 0 && inbox.get() == null &&",
              "nanos > 0 &&",
              "TimerStress.NoWakeUpIsLost"),
          new RaceDefect(
              ORDER,
              "wakeAt is written without a fence",
              CORE + "internal/timer/Timer.java",
              "wakeAt.set(until);",
              "wakeAt.lazySet(until);",
              "TimerStress.NoWakeUpIsLost"),
          new RaceDefect(
              2,
              "the thread ends in spite of a task",
              CORE + "internal/timer/Timer.java",
              "inbox.get() == null || !wakeAt.compareAndSet(ABSENT, AWAKE)",
              "inbox.get() == null || wakeAt.get() == ABSENT",
              "TimerStress.NoTaskIsLostWhenTheThreadEnds"),
          new RaceDefect(
              3,
              "a task is pushed in two steps",
              CORE + "internal/timer/Timer.java",
              "} while (!inbox.compareAndSet(head, task));",
              "} while (inbox.get() != head); inbox.set(task);",
              "TimerStress.NoPushIsLost"),
          new RaceDefect(
              2,
              "the thread only checks whether a task is cancelled",
              CORE + "internal/timer/Timer.java",
              "if (!task.begin(this)) {",
              "if (task.isCancelled()) {",
              "TimerStress.NoTaskIsRunAndCancelled"),
          new RaceDefect(
              1,
              "a task begins in two steps",
              CORE + "internal/timer/TimedTask.java",
              "return STATE.compareAndSet(this, timer, DONE);",
              "boolean mine = state == timer; state = DONE; return mine;",
              "TimerStress.RunOrCancelled"),
          new RaceDefect(
              1,
              "no second check after the cancel action of the step is known",
              CORE + "internal/async/ClaimableStep.java",
              "if (get()) { release(); }",
              "",
              "StepStress.TheClaimedOperationIsCancelled"),
          new RaceDefect(
              2,
              "a step is claimed in two steps",
              CORE + "internal/async/ClaimableStep.java",
              "return compareAndSet(false, true);",
              "boolean free = !get(); set(true); return free;",
              "StepStress.OneClaimsAStep"),
          new RaceDefect(
              ORDER,
              "the cancel action of a step is not volatile",
              CORE + "internal/async/ClaimableStep.java",
              "private transient volatile @Nullable Runnable undo;",
              "private transient @Nullable Runnable undo;",
              "StepStress.TheClaimedOperationIsCancelled"),
          new RaceDefect(
              1,
              "a step is replaced in two steps",
              CORE + "internal/async/StepwiseFuture.java",
              "return CURRENT.compareAndSet(this, step, by);",
              "if (current != step) { return false; } current = by; return true;",
              "CallFutureStress.ResultOrCaller"),
          new RaceDefect(
              2,
              "no second check whether the caller has ended the call",
              CORE + "internal/async/StepwiseFuture.java",
              "if (isBeingEnded()) { endedByCaller(); return false; } return true;",
              "return true;",
              "CallFutureStress.NextAttemptOrCancel"),
          new RaceDefect(
              3,
              "the flag that the caller is ending the call is not set",
              CORE + "internal/async/CallFuture.java",
              "beingEnded = true;",
              "",
              "CallFutureStress.StartOrCaller"),
          new RaceDefect(
              4,
              "a wait is claimed in two steps",
              CORE + "internal/async/AsyncPause.java",
              "if (waiting == null || !waiting.claim(this)) { return null; }",
              "if (waiting == null || !waiting.isAt(this)) { return null; } waiting.setClaimed();",
              "CallFutureStress.TimerOrCancel"),
          new RaceDefect(
              2,
              "no check whether the retry is shut down",
              CORE + "internal/async/AsyncPause.java",
              "} else if (waiting.settings.shared().waits().isShutDown()) { shutDown(); }",
              "}",
              "CallFutureStress.PauseOrShutdown"),
          new RaceDefect(
              2,
              "a result during the start is dropped",
              CORE + "internal/async/AsyncCall.java",
              "if (replace(STARTING, AsyncAttempt.outcome(value, failure))) {",
              "if (isAt(STARTING)) {",
              "CallFutureStress.ResultDuringTheStart"),
          new RaceDefect(
              2,
              "a timeout ends the attempt without a claim",
              CORE + "internal/async/AsyncAttempt.java",
              "if (claim()) { release();",
              "if (claim() || !call.toString().isEmpty()) { release();",
              "CallFutureStress.ResultOrTimeout"),
          new RaceDefect(
              1,
              "no wait until the interrupt is sent",
              CORE + "internal/blocking/AttemptWatch.java",
              "if (interrupted) { awaitInterrupt(); Thread.interrupted(); }",
              "if (interrupted) { Thread.interrupted(); }",
              "AttemptWatchStress.NoInterruptOutlivesItsAttempt"),
          new RaceDefect(
              2,
              "the outer interrupt is not restored",
              CORE + "internal/blocking/AttemptWatch.java",
              "if (interrupted(around, INTERRUPTING) > interruptedBefore) {",
              "if (interrupted(around, INTERRUPTING) < 0) {",
              "AttemptWatchStress.TheOuterInterruptIsPassedOn"));

  private static final List<RaceDefect> MODULES =
      List.of(
          new RaceDefect(
              1,
              "the last waiter leaves in two steps",
              IDEMPOTENCY + "internal/call/Waiters.java",
              """
              byKey.computeIfPresent(
                  key,
                  (sameKey, waiters) -> {
                    waiters.remove(waiter);
                    return waiters.isEmpty() ? null : waiters;
                  });
              """,
              """
              Set<Waiter> waiters = byKey.get(key);
              if (waiters != null) {
                waiters.remove(waiter);
                if (waiters.isEmpty()) {
                  byKey.remove(key);
                }
              }
              """,
              "WaitersStress.JoinOrLeave"),
          new RaceDefect(
              2,
              "blocked threads are counted in two steps",
              IDEMPOTENCY + "internal/call/Waiters.java",
              "int before = blocked.getAndUpdate(now -> now < max ? now + 1 : now);",
              "int before = blocked.get(); blocked.set(Math.min(max, before + 1));",
              "WaitersStress.BlockedThreadsAreLimited"),
          new RaceDefect(
              2,
              "a waiter is not marked as woken",
              IDEMPOTENCY + "internal/call/Waiters.java",
              "woken = true; onWake.run();",
              "onWake.run();",
              "WaitersStress.NoEndIsMissed"),
          new RaceDefect(
              1,
              "no second check whether the holder has ended",
              IDEMPOTENCY + "internal/call/AsyncCall.java",
              "if (joined.takeWoken() || future.isDone()) {",
              "if (future.isDone()) {",
              "WaitersStress.TheDuplicateIsWoken"),
          new RaceDefect(
              1,
              "sent units are counted without the monitor",
              BATCH + "internal/pace/SharedRate.java",
              "synchronized void sent(",
              "void sent(",
              "SharedRateStress.AllSentUnitsAreCounted"),
          new RaceDefect(
              2,
              "units are returned without the monitor",
              BATCH + "internal/pace/SharedRate.java",
              "synchronized void giveBack(",
              "void giveBack(",
              "SharedRateStress.ReturnedUnitsAreAvailable"));

  private static final String PUSHED = BATCH + "internal/run/PushedItems.java";

  private static final List<RaceDefect> SENDERS =
      List.of(
          new RaceDefect(
              1,
              "the end is checked, and the item added in another step",
              PUSHED,
              "synchronized (this) { if (isClosed()) { throw refusal(); } if (!beyondRoom",
              """
              synchronized (this) {
                if (isClosed()) {
                  throw refusal();
                }
              }
              announce();
              synchronized (this) {
                if (!beyondRoom
              """,
              "PushedItemsStress.SettledOrRefused",
              "PushedItemsStress.NotAttemptedOrRefused"),
          new RaceDefect(
              2,
              "the room is checked before the monitor is entered",
              PUSHED,
              """
              synchronized (this) {
                if (isClosed()) {
                  throw refusal();
                }
                if (!beyondRoom && !hasRoom()) {
                  return null;
                }
              """,
              """
              if (!beyondRoom && !hasRoom()) {
                return null;
              }
              synchronized (this) {
                if (isClosed()) {
                  throw refusal();
                }
              """,
              "PushedItemsStress.TheLastRoomGoesToOne"),
          new RaceDefect(
              3,
              "a task that waits for room is added after the check",
              PUSHED,
              """
              synchronized (this) {
                if (!condition.getAsBoolean()) {
                  tasks.put(wait, task);
                  return () -> {
                    synchronized (this) {
                      tasks.remove(wait);
                    }
                  };
                }
              }
              """,
              """
              if (!condition.getAsBoolean()) {
                synchronized (this) {
                  tasks.put(wait, task);
                }
                return () -> {
                  synchronized (this) {
                    tasks.remove(wait);
                  }
                };
              }
              """,
              "PushedItemsStress.NoRoomIsMissed"),
          new RaceDefect(
              4,
              "a thread sleeps after its item was accepted",
              BATCH + "internal/push/ThreadQueue.java",
              "if (!isReleasable()) { sleeper.sleep(LONG_NANOS); } return isReleasable();",
              "boolean free = isReleasable(); sleeper.sleep(LONG_NANOS); return free;",
              "PushedItemsStress.InterruptedOrAccepted"),
          new RaceDefect(
              2,
              "a flush is added without the monitor",
              PUSHED,
              "synchronized (this) { future = pending.flush(); }",
              "future = pending.flush();",
              "PushedItemsStress.AFlushEnds"),
          new RaceDefect(
              3,
              "the end of an action is counted in two steps",
              PUSHED,
              "synchronized (this) { completing--; }",
              """
              long counted;
              synchronized (this) { counted = completing; }
              announce();
              synchronized (this) { completing = counted - 1; }
              """,
              "PushedItemsStress.TheRoomOfActionsReturns"),
          new RaceDefect(
              4,
              "an item whose action runs does not keep its room",
              PUSHED,
              "completing++; flushed",
              "flushed",
              "PushedItemsStress.AnActionSendsAgain"),
          new RaceDefect(
              1,
              "each thread calls the subscription itself",
              BATCH + "SenderSubscriber.java",
              "if (changes.getAndIncrement() != 0) { return; }",
              "changes.getAndIncrement();",
              "SenderSubscriberStress.CallsDoNotOverlap"));

  private Defects() {}

  /** All defects. */
  static List<RaceDefect> all() {
    return Stream.of(BUDGETS, STATES, CALLS, MODULES, SENDERS).flatMap(List::stream).toList();
  }

  /** The numbers of all rounds. */
  static List<Integer> rounds() {
    return all().stream().map(RaceDefect::round).distinct().sorted().toList();
  }

  /** The numbers of the rounds that the model checker can detect. */
  static List<Integer> roundsOfModels() {
    return rounds().stream().filter(round -> round < ORDER).toList();
  }

  /** The defects that are planted together. */
  static List<RaceDefect> ofRound(int round) {
    return all().stream().filter(defect -> defect.round() == round).toList();
  }

  static List<Defect> plantedIn(int round) {
    return ofRound(round).stream().map(RaceDefect::planted).toList();
  }

  /** The tests or models that must find the defects of a round. */
  static SortedSet<String> finders(int round, Predicate<String> which) {
    SortedSet<String> finders = new TreeSet<>();
    ofRound(round).forEach(defect -> finders.addAll(defect.foundBy()));
    finders.removeIf(which.negate());
    return finders;
  }
}
