package dev.reprise.batch;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.report.RetryReport;
import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a batch, one step at a time, on one thread at a time; waits for nothing. What happens
 * elsewhere arrives as a message through the mailbox.
 *
 * <p>Every entry is in exactly one place: ready, in a chunk in flight, in a pause, or behind
 * another of its key. It leaves through the ledger alone.
 */
final class Coordinator<I> {

  private final BatchSettings<I> settings;
  private final RetryEnvironment environment;
  private final Mailbox mailbox;
  private final Sender<I> sender;
  private final Source<I> source;
  private final Ledger<I> ledger;
  private final KeyOrder<I> keys;
  private final ReadyQueue<I> ready;
  private final Intake<I> intake;
  private final RestJudge<I> judge;
  private final BudgetBook budget;
  private final Pacer pacer;
  private final Consumer<BatchReport<I>> onEnd;
  private final Set<Chunk<I>> inFlight = new LinkedHashSet<>();
  private final Set<Pause<I>> pauses = new LinkedHashSet<>();
  private final Progress beginning;
  private final long bound;
  private volatile BatchCounts counts;
  private @Nullable Runnable deafToShutdown;
  private Delayer.@Nullable Scheduled nextStart;
  private long held;
  private long flying;
  private int wokenPermits;
  private @Nullable StopReason stopped;
  private boolean over;

  Coordinator(
      BatchSettings<I> settings,
      Source<I> source,
      Mailbox mailbox,
      Consumer<BatchReport<I>> onEnd) {
    this.settings = settings;
    this.source = source;
    this.mailbox = mailbox;
    this.onEnd = onEnd;
    environment = settings.retry().environment();
    beginning = Progress.startingAt(environment.ticks().nanos());
    sender = settings.sender(mailbox);
    ledger = new Ledger<>(settings);
    keys = new KeyOrder<>(settings);
    ready = new ReadyQueue<>(settings.chunkSize(), settings.maxWeight());
    intake = new Intake<>(settings, source, ledger, keys, ready, beginning);
    judge = new RestJudge<>(settings.retry());
    budget = new BudgetBook(settings.retry().state().budget());
    pacer = new Pacer(settings.pace(), settings.parallelism(), environment.ticks().nanos());
    bound = (long) settings.chunkSize() * settings.parallelism();
    counts = ledger.counts(0, 0);
  }

  /** Begins to hear of the retry's shutdown. */
  void begin() {
    deafToShutdown =
        settings.retry().onShutdown(() -> mailbox.post(() -> stop(StopReason.SHUT_DOWN, false)));
  }

  /** Takes one step. False if there is none to take until a message comes. */
  boolean step() {
    if (over) {
      return false;
    }
    if (stopped == null) {
      if (inFlight.size() + pauses.size() < pacer.calls() && readOrSend()) {
        return true;
      }
    } else if (source.isDrained() && source.isOpen()) {
      drainOne();
      return true;
    }
    if (!inFlight.isEmpty()
        || !pauses.isEmpty()
        || nextStart != null
        || (stopped == null && source.isOpen())) {
      return false;
    }
    end();
    return true;
  }

  private boolean readOrSend() {
    if (source.isOpen() && !ready.fillsChunk() && held - flying < bound) {
      held += intake.read() ? 1 : 0;
      return true;
    }
    if (ready.isEmpty()) {
      return false;
    }
    long now = now();
    long wait = pacer.waitNanos(now);
    if (wait > 0) {
      return waitToStart(wait, now);
    }
    stopWaiting();
    send(now);
    return true;
  }

  /** True if the run is over instead, since no call could start within its time. */
  private boolean waitToStart(long waitNanos, long nowNanos) {
    if (judge.policy().timeLeftNanos(beginning, nowNanos) <= waitNanos) {
      stop(StopReason.DEADLINE, false);
      return true;
    }
    if (nextStart != null) {
      return false;
    }
    try {
      nextStart = environment.delayer().schedule(() -> mailbox.post(this::stopWaiting), waitNanos);
      return false;
    } catch (RejectedExecutionException rejection) {
      stop(StopReason.EXECUTOR_REJECTED, false);
      return true;
    }
  }

  private void stopWaiting() {
    if (nextStart != null) {
      nextStart.cancel();
      nextStart = null;
    }
  }

  private void drainOne() {
    I item = source.next();
    if (item != null) {
      ledger.notAttempted(item);
    }
  }

  private void send(long nowNanos) {
    if (judge.policy().timeLeftNanos(beginning, nowNanos) <= 0) {
      stop(StopReason.DEADLINE, false);
      return;
    }
    List<Entry<I>> entries = ready.chunk(pacer.mostUnits(nowNanos));
    int permits = ready.holdsRest() ? Math.min(1, wokenPermits) : wokenPermits;
    wokenPermits -= permits;
    Chunk<I> chunk = new Chunk<>(entries, permits, nowNanos);
    chunk.started(RetryReport.mark());
    try {
      chunk.sending =
          sender.send(
              Chunk.items(entries),
              judge.policy().attemptTimeoutNanos(beginning, nowNanos),
              outcome -> mailbox.post(() -> answered(chunk, outcome)));
    } catch (RejectedExecutionException rejection) {
      entries.forEach(Entry::neverStarted);
      ready.addInFront(entries);
      wokenPermits += permits;
      stop(StopReason.EXECUTOR_REJECTED, false);
      return;
    }
    budget.started(permits, nowNanos);
    entries.forEach(entry -> keys.inFlight(entry, true));
    inFlight.add(chunk);
    flying += entries.size();
    pacer.sent(chunk.units, nowNanos);
  }

  private void answered(Chunk<I> chunk, Outcome<BatchReply<I>> outcome) {
    inFlight.remove(chunk);
    flying -= chunk.entries.size();
    long now = now();
    if (outcome.failureOrNull() instanceof Sending.NeverBegan) {
      budget.givenUp(chunk.permits, now);
      chunk.entries.forEach(Entry::neverStarted);
      chunk.entries.forEach(this::leaveUnfinished);
      return;
    }
    ledger.called(chunk.entries);
    Answered<I> answered = Answered.of(outcome, chunk.entries);
    if (answered.isPartial()) {
      ledger.partialCall();
    }
    long accepted = Chunk.unitsOf(answered.done());
    settle(answered);
    boolean throttled = false;
    if (answered.rest().isEmpty()) {
      budget.accepted(chunk.permits, now);
    } else {
      throttled = judge(chunk, answered, now);
    }
    pacer.answered(new RateControl.Call(chunk.startNanos, now, chunk.units, accepted, throttled));
    tellProgress(now);
  }

  private void settle(Answered<I> answered) {
    if (!answered.done().isEmpty()) {
      ledger.done(answered.done());
      answered.done().forEach(this::leave);
    }
    answered.refused().forEach(entry -> fail(entry, StopReason.NOT_RETRYABLE));
  }

  /** True if load was the reason for the rest. */
  private boolean judge(Chunk<I> chunk, Answered<I> answered, long nowNanos) {
    long length = Math.max(0, nowNanos - chunk.startNanos);
    answered.rest().forEach(entry -> entry.finished(length, answered.advanced()));
    RestJudge.Judgement<I> judgement = judge.judge(answered.rest(), answered.outcome(), nowNanos);
    if (judgement.throttled) {
      ledger.throttledCall();
    }
    judgement.givenUp.forEach((entry, reason) -> fail(entry, reasonNow(reason)));
    List<Entry<I>> again = judgement.again;
    if (again.isEmpty()) {
      budget.givenUp(chunk.permits, nowNanos);
    } else if (stopped != null) {
      budget.givenUp(chunk.permits, nowNanos);
      again.forEach(this::leaveUnfinished);
    } else if (budget.grants(chunk.permits, nowNanos)) {
      again.forEach(this::comesBack);
      pause(again, judgement.delayNanos);
    } else {
      again.forEach(entry -> fail(entry, StopReason.BUDGET));
    }
    return judgement.throttled;
  }

  /** What the stop of the run did to a call is not the call's own doing. */
  private StopReason reasonNow(StopReason reason) {
    boolean cutOff = reason == StopReason.INTERRUPTED || reason == StopReason.CANCELLED;
    return cutOff && stopped != null ? stopped : reason;
  }

  private void comesBack(Entry<I> entry) {
    keys.inFlight(entry, false);
    I earlier = keys.supersede(entry);
    if (earlier != null) {
      held--;
      ledger.superseded(earlier);
    }
  }

  private void pause(List<Entry<I>> rest, long delayNanos) {
    Pause<I> pause = new Pause<>(rest);
    pauses.add(pause);
    if (delayNanos <= 0) {
      wake(pause);
      return;
    }
    try {
      pause.timer =
          environment.delayer().schedule(() -> mailbox.post(() -> wake(pause)), delayNanos);
    } catch (RejectedExecutionException rejection) {
      stop(StopReason.EXECUTOR_REJECTED, false);
    }
  }

  private void wake(Pause<I> pause) {
    if (pauses.remove(pause)) {
      wokenPermits++;
      ready.addInFront(pause.rest);
    }
  }

  /**
   * Stops the run: nothing more is read or sent.
   *
   * @param abort whether calls in flight are ended early
   */
  void stop(StopReason reason, boolean abort) {
    if (over) {
      return;
    }
    if (stopped == null) {
      stopped = reason;
      stopWaiting();
      List.copyOf(pauses).forEach(this::breakOff);
      budget.returned(wokenPermits, false, now());
      wokenPermits = 0;
      for (Entry<I> entry = ready.poll(); entry != null; entry = ready.poll()) {
        leaveUnfinished(entry);
      }
    }
    if (abort) {
      inFlight.forEach(Coordinator::abort);
    }
  }

  private void breakOff(Pause<I> pause) {
    pause.cancelTimer();
    wake(pause);
  }

  private static void abort(Chunk<?> chunk) {
    Sending sending = chunk.sending;
    if (sending != null) {
      sending.abort();
    }
  }

  private void fail(Entry<I> entry, StopReason reason) {
    ledger.failed(entry, reason);
    leave(entry);
  }

  private void leaveUnfinished(Entry<I> entry) {
    account(entry);
    leave(entry);
  }

  /** Accounts for an entry that the stop has cut off. */
  private void account(Entry<I> entry) {
    if (entry.sends() == 0) {
      ledger.notAttempted(entry.item());
    } else {
      ledger.failed(entry, stopped == null ? StopReason.CANCELLED : stopped);
    }
  }

  /** An accounted entry leaves; the next of its key takes its place. */
  private void leave(Entry<I> entry) {
    held--;
    Entry<I> next = keys.release(entry);
    while (next != null && stopped != null) {
      account(next);
      held--;
      next = keys.release(next);
    }
    if (next != null) {
      ready.add(next);
    }
  }

  private void tellProgress(long nowNanos) {
    counts = ledger.counts(source.read(), beginning.elapsedNanos(nowNanos));
    ledger.progressed(counts);
  }

  private void end() {
    over = true;
    sender.close();
    if (deafToShutdown != null) {
      deafToShutdown.run();
    }
    tellProgress(now());
    onEnd.accept(
        new BatchReport<>(
            counts,
            stopped == null ? StopReason.SUCCEEDED : stopped,
            source.isExhausted(),
            ledger.failures(),
            source.failure(),
            ledger.callbackFailure()));
  }

  BatchCounts counts() {
    return counts;
  }

  boolean isOver() {
    return over;
  }

  private long now() {
    return environment.ticks().nanos();
  }
}
