package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.pace.Pacer;
import dev.reprise.batch.internal.queue.Chunk;
import dev.reprise.batch.internal.queue.DelayedRetry;
import dev.reprise.batch.internal.queue.Entry;
import dev.reprise.batch.internal.queue.KeyOrder;
import dev.reprise.batch.internal.queue.ReadyQueue;
import dev.reprise.batch.internal.queue.SendQueue;
import dev.reprise.batch.internal.send.CallTimeout;
import dev.reprise.batch.internal.send.Mailbox;
import dev.reprise.batch.internal.send.RunningCall;
import dev.reprise.batch.internal.send.Sender;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.classify.Outcome;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.report.RetryReport;
import dev.reprise.time.RetryEnvironment;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a batch, one step at a time, on one thread at a time, without blocking. Events on other
 * threads arrive as messages through the mailbox.
 *
 * <p>Every entry is in one place: the send queue, a prepared call, a chunk in flight, a delayed
 * retry, or behind another entry of its key. It leaves only through {@link HeldEntries}.
 */
public final class Coordinator<I> {

  private final BatchSettings<I> settings;
  private final RetryEnvironment environment;
  private final Mailbox mailbox;
  private final Sender<I> sender;
  private final InputSource<I> source;
  private final JournalKeeper<I> keeper;
  private final ItemLedger<I> ledger;
  private final KeyOrder<I> keys;
  private final ReadyQueue<I> ready;
  private final SendQueue<I> outbox;
  private final HeldEntries<I> held;
  private final InputReader<I> intake;
  private final UnprocessedDecider<I> judge;
  private final AttemptTimes attempts;
  private final PermitAccounting budget;
  private final Pacer pacer;
  private final Consumer<BatchReport<I>> onEnd;
  private final ChunksInFlight<I> flights = new ChunksInFlight<>();
  private final DelayedRetries<I> pauses;
  private final PreparedCalls<I> prepared;
  private final CallPlaces places;
  private final StartGate gate;
  private final Linger linger;
  private final StopGrace grace;
  private final TimeLimit limit;
  private final Progress beginning;
  private final long bound;
  private volatile BatchCounts counts;
  private @Nullable Runnable removeShutdownHook;
  private @Nullable StopReason stopped;
  private @Nullable Throwable stopFailure;
  private boolean aborts;
  private boolean over;

  public Coordinator(
      BatchSettings<I> settings,
      InputSource<I> source,
      Mailbox mailbox,
      Consumer<BatchReport<I>> onEnd) {
    this.settings = settings;
    this.source = source;
    this.mailbox = mailbox;
    this.onEnd = onEnd;
    environment = settings.retry().environment();
    beginning = Progress.startingAt(environment.ticks().nanos());
    sender = settings.sender(mailbox);
    keeper = new JournalKeeper<>(settings);
    ledger = new ItemLedger<>(settings, source, keeper);
    bound = (long) settings.chunkSize() * settings.parallelism();
    keys = new KeyOrder<>(settings.key(), settings.laterReplaces(), bound, ledger::superseded);
    linger = new Linger(settings.lingerNanos(), environment.ticks(), settings.delayer(), mailbox);
    ready = new ReadyQueue<>(settings.chunkSize(), settings.maxWeight(), linger::waited);
    outbox = new SendQueue<>(ready, settings.maxWeight());
    held = new HeldEntries<>(keys, ledger, outbox, bound);
    pauses = new DelayedRetries<>(settings.delayer(), mailbox, this::wakes);
    gate = new StartGate(settings.delayer(), mailbox);
    grace = new StopGrace(settings.delayer(), mailbox);
    intake = new InputReader<>(settings, source, keeper, ledger, keys, ready, beginning);
    judge = new UnprocessedDecider<>(settings);
    limit = new TimeLimit(judge.policy(), beginning, source.isPushed());
    attempts = new AttemptTimes(settings.retry().state(), judge.policy(), limit);
    budget = new PermitAccounting(settings.retry().state());
    long epochMillis = environment.wallClock().millis();
    pacer = new Pacer(settings.rate(), settings.parallelism(), now(), epochMillis);
    places = new CallPlaces(flights, pauses, pacer, environment.ticks());
    prepared = new PreparedCalls<>(sender, places, pacer, attempts, limit, environment.ticks());
    counts = ledger.counts(0, 0);
  }

  /** Opens the journal and registers for the retry's shutdown. */
  void begin() {
    source.begin(settings, mailbox);
    keeper.begin();
    removeShutdownHook =
        settings.retry().onShutdown(() -> mailbox.post(() -> stop(StopReason.SHUT_DOWN, false)));
  }

  /** Takes one step. Returns false if no step is possible until a message arrives. */
  boolean step() {
    if (over) {
      return false;
    }
    if (stopped == null && keeper.hasFailed()) {
      stop(StopReason.CANCELLED, false);
    }
    if (stopped == null) {
      source.roomFor(mostToRead());
      linger.observe(source.isAwaited());
      places.record();
      if (places.areTaken()) {
        if (source.isLive() && source.isReady() && mayRead()) {
          read();
          return true;
        }
        if (prepared.isOneMoreWanted(flights.size()) && prepare()) {
          return true;
        }
      } else if (readOrSend()) {
        return true;
      }
    } else if (source.hasUntaken()) {
      intake.drain();
      return true;
    } else if (grace.isOver()) {
      leaveRunningCalls();
    }
    if (mustWait()) {
      return false;
    }
    end();
    return true;
  }

  private boolean mustWait() {
    return !flights.isEmpty()
        || !prepared.isEmpty()
        || !pauses.isEmpty()
        || gate.isClosed()
        || (stopped == null ? source.isOpen() : source.isReading() && !grace.isOver());
  }

  /** Gives up calls that did not end although they were ended early; their results are unknown. */
  private void leaveRunningCalls() {
    if (grace.endsCalls()) {
      Outcome<BatchReply<I>> unknown =
          Outcome.threw(new CancellationException("the run was stopped before the call ended"));
      flights.all().forEach(chunk -> answered(chunk, unknown));
    }
  }

  /** Reads or prepares the next call while no place is free; returns false if there is none. */
  private boolean prepare() {
    if (source.isInMemory() && mayRead()) {
      read();
      return true;
    }
    if (!outbox.holdsWholeCall(!source.isOpen())) {
      return false;
    }
    long now = now();
    Chunk<I> chunk = outbox.next(pacer.mostUnits(now), now);
    chunk.entries.forEach(entry -> keys.inFlight(entry, true));
    prepared.add(chunk, this::startedByThread, answerTo(chunk));
    return true;
  }

  /** Counts a prepared call that a thread has started after its own one. */
  private void startedByThread(Chunk<I> chunk) {
    places.record();
    starts(chunk, chunk.startNanos);
    began(chunk, now());
    if (aborts) {
      flights.abort();
    }
  }

  /** Returns prepared calls to the queue; false if threads have taken some of them. */
  private boolean takeBack() {
    for (Chunk<I> chunk : prepared.withdraw()) {
      chunk.entries.forEach(held::comesBack);
      outbox.addBack(chunk);
    }
    return prepared.isEmpty();
  }

  private boolean readOrSend() {
    if (!prepared.isEmpty() && !takeBack()) {
      return false; // a thread has taken the place, and its message comes
    }
    boolean mayRead = mayRead();
    if (mayRead && !source.isReady()) {
      source.request((int) Math.min(settings.chunkSize(), mostToRead()));
    }
    if (mayRead && source.isReady()) {
      read();
      return true;
    }
    if (outbox.isEmpty()
        || (mayRead && !source.isFlushing() && !linger.isOver(ready.waitsSince()))) {
      return false;
    }
    long now = now();
    long wait = pacer.waitNanos(now);
    if (wait > 0) {
      return waitToStart(wait, now);
    }
    send(now);
    return true;
  }

  /**
   * Reads the items that are there for the next call, up to one that is not sent: its callbacks may
   * have stopped the run.
   */
  private void read() {
    while (intake.read()) {
      held.oneMore();
      if (keeper.hasFailed() || !mayRead() || !source.isReady()) {
        return;
      }
    }
  }

  private boolean mayRead() {
    return source.isOpen()
        && !outbox.bisectsNext()
        && !ready.fillsChunk()
        && mostToRead() > 0
        && !keeper.isFull();
  }

  /** Returns the number of items for which there is room. */
  private long mostToRead() {
    return held.room(flights.items(), pauses.uncountedItems());
  }

  /**
   * Waits for the rate; returns true if the run stops instead because no call could start before
   * its deadline.
   */
  private boolean waitToStart(long waitNanos, long nowNanos) {
    boolean late = limit.leftNanos(nowNanos) <= waitNanos;
    if (!late && gate.closeFor(waitNanos, nowNanos)) {
      return false;
    }
    stop(late ? StopReason.DEADLINE : StopReason.EXECUTOR_REJECTED, false);
    return true;
  }

  private void send(long nowNanos) {
    if (limit.leftNanos(nowNanos) <= 0) {
      stop(StopReason.DEADLINE, false);
      return;
    }
    Chunk<I> chunk = outbox.next(pacer.mostUnits(nowNanos), nowNanos);
    starts(chunk, nowNanos);
    try {
      CallTimeout timeout = attempts.timeout(chunk.attempt(), nowNanos);
      chunk.sending = sender.send(Chunk.items(chunk.entries), timeout, answerTo(chunk));
    } catch (RejectedExecutionException rejection) {
      chunk.entries.forEach(Entry::neverStarted);
      outbox.addBack(chunk);
      stop(StopReason.EXECUTOR_REJECTED, false);
      return;
    }
    chunk.entries.forEach(entry -> keys.inFlight(entry, true));
    began(chunk, nowNanos);
  }

  private void starts(Chunk<I> chunk, long nowNanos) {
    chunk.paceNanos = gate.passed(nowNanos);
    limit.begins(chunk, nowNanos);
    chunk.started(RetryReport.mark());
  }

  private void began(Chunk<I> chunk, long nowNanos) {
    budget.started(chunk.permits, nowNanos);
    flights.began(chunk);
    pacer.sent(chunk.units, nowNanos);
  }

  private RunningCall.Answer<I> answerTo(Chunk<I> chunk) {
    return (outcome, following) ->
        mailbox.post(
            () -> {
              following.run();
              answered(chunk, outcome);
            });
  }

  private void answered(Chunk<I> chunk, Outcome<BatchReply<I>> outcome) {
    places.record();
    if (!flights.ended(chunk)) {
      return;
    }
    long now = now();
    attempts.ended(chunk, outcome, now);
    if (outcome.failureOrNull() instanceof RunningCall.NeverBegan) {
      budget.givenUp(chunk.permits, now);
      pacer.neverBegan(chunk.units);
      chunk.entries.forEach(Entry::neverStarted);
      chunk.entries.forEach(held::leaveUnfinished);
      return;
    }
    ledger.called(chunk);
    ChunkOutcome<I> answered = ChunkOutcome.of(outcome, chunk.entries, settings.invalid());
    CallSummary summary = new CallSummary(chunk, answered.done().size());
    if (answered.isPartial()) {
      ledger.partialCall();
    }
    pauses.answered(chunk, answered.rest());
    long judged = answered.judgedUnits();
    held.settle(answered);
    if (answered.unprocessed().isEmpty()) {
      budget.accepted(chunk.permits, now);
    } else {
      goOn(chunk, answered, summary, now);
    }
    pacer.answered(chunk.startNanos, now, chunk.units, judged, summary.isThrottled());
    if (ledger.hasListeners()) {
      ledger.callEnded(summary.ended(now, pacer));
    }
    publishProgress(now);
    if (!answered.isWholeDone() || prepared.mustReturn()) {
      takeBack();
    }
  }

  private void goOn(Chunk<I> chunk, ChunkOutcome<I> answered, CallSummary summary, long nowNanos) {
    switch (answered.next()) {
      case JUDGE -> judge(chunk, answered, summary, nowNanos);
      case HALVE -> halve(chunk, summary, nowNanos);
      case BUG -> {
        budget.givenUp(chunk.permits, nowNanos);
        answered.rest().forEach(entry -> held.fail(entry, StopReason.POLICY_FAILED));
      }
    }
  }

  /** Splits a chunk that the service refused as a whole; each half becomes a separate call. */
  private void halve(Chunk<I> chunk, CallSummary summary, long nowNanos) {
    budget.givenUp(chunk.permits, nowNanos);
    if (stopped != null) {
      chunk.entries.forEach(held::leaveUnfinished);
      return;
    }
    summary.unprocessed(chunk.entries.size());
    chunk.entries.forEach(Entry::startsOver);
    chunk.entries.forEach(held::comesBack);
    outbox.split(chunk.entries);
  }

  private void judge(Chunk<I> chunk, ChunkOutcome<I> answered, CallSummary summary, long nowNanos) {
    long length = Math.max(0, nowNanos - chunk.startNanos);
    chunk.finished(answered.rest(), answered.advanced(), length);
    UnprocessedDecider.Judgement<I> judgement =
        judge.judge(
            answered.unprocessed(),
            !chunk.permits.isNone(),
            answered.advanced(),
            pauses.uncountedItems() >= bound,
            nowNanos);
    summary.judged(judgement);
    if (judgement.throttled) {
      ledger.throttledCall();
    }
    boolean cutOff = aborts && answered.failure() instanceof Exception;
    judgement.givenUp.forEach((entry, reason) -> held.giveUp(entry, reason, cutOff));
    StopReason end = judge.endOfRun(judgement, answered, limit.leftNanos(nowNanos));
    if (end != null && stopped == null) {
      stopFailure = answered.firstError();
      stop(end, false);
    }
    List<UnprocessedDecider.Resend<I>> resends = judgement.resends();
    if (resends.isEmpty() || stopped != null) {
      budget.givenUp(chunk.permits, nowNanos);
      resends.forEach(resend -> resend.entries.forEach(held::leaveUnfinished));
      return;
    }
    boolean isFirst = true;
    for (UnprocessedDecider.Resend<I> resend : resends) {
      if (stopped != null) {
        resend.entries.forEach(held::leaveUnfinished);
      } else if (budget.grants(chunk.permits, isFirst, resend.price, nowNanos)) {
        summary.unprocessed(resend.entries.size());
        sendAgain(chunk, resend);
      } else {
        resend.entries.forEach(entry -> held.fail(entry, StopReason.BUDGET));
      }
      isFirst = false;
    }
  }

  private void sendAgain(Chunk<I> chunk, UnprocessedDecider.Resend<I> resend) {
    resend.entries.forEach(held::comesBack);
    boolean free = resend.isPassedOver || pauses.areFree();
    DelayedRetry<I> retry = new DelayedRetry<>(resend.entries, chunk.isHalf, free, resend.price);
    if (!pauses.begin(retry, resend.delayNanos)) {
      stop(StopReason.EXECUTOR_REJECTED, false);
    }
  }

  /** Ends the wait of a retry, which until now may have occupied a parallel call. */
  private void wakes(DelayedRetry<I> retry) {
    places.record();
    takeBack();
    outbox.addWoken(retry);
  }

  /**
   * Stops the run: nothing more is read or sent.
   *
   * @param abort whether calls in flight are ended early
   */
  public void stop(StopReason reason, boolean abort) {
    if (over) {
      return;
    }
    if (stopped == null) {
      stopped = reason;
      held.stopped(reason);
      source.stop(reason, stopFailure == null ? keeper.failure() : stopFailure);
      linger.end();
      gate.open();
      pacer.end();
      pauses.breakOff();
      takeBack();
      budget.returned(outbox.drain(held::leaveUnfinished), false, now());
    }
    if (abort) {
      aborts = true;
      flights.abort();
    }
    if (abort || source.isReading()) {
      grace.begin(abort);
    }
  }

  private void publishProgress(long nowNanos) {
    counts = ledger.counts(source.read(), beginning.elapsedNanos(nowNanos));
    ledger.progressed(counts);
  }

  private void end() {
    over = true;
    source.close();
    linger.end();
    grace.end();
    pacer.end();
    sender.close();
    keeper.end(source);
    if (removeShutdownHook != null) {
      removeShutdownHook.run();
    }
    publishProgress(now());
    StopReason reason = stopped == null ? StopReason.SUCCEEDED : stopped;
    BatchReport<I> report = ledger.report(counts, reason, stopFailure);
    ledger.ended(report);
    onEnd.accept(report);
  }

  /** Closes the journal after an internal error. */
  public void closeJournal() {
    keeper.close();
  }

  public BatchCounts counts() {
    return counts;
  }

  boolean isOver() {
    return over;
  }

  private long now() {
    return environment.ticks().nanos();
  }
}
