package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.push.Completions;
import dev.reprise.batch.internal.push.MarkedThreads;
import dev.reprise.batch.internal.push.PendingItems;
import dev.reprise.batch.internal.push.ThreadQueue;
import dev.reprise.batch.internal.push.WaitingTasks;
import dev.reprise.batch.internal.send.Mailbox;
import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.batch.report.DeadItemException;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.batch.report.NotAttemptedException;
import dev.reprise.batch.report.SendResult;
import dev.reprise.batch.report.SenderClosedException;
import dev.reprise.decision.StopReason;
import dev.reprise.time.Sleeper;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The items that a program pushes to a run, and their futures.
 *
 * <p>The threads of the program, the coordinator and the threads of {@link Completions} meet here.
 * All fields that change are guarded by this object's monitor, which is never held while code of a
 * user runs; only the coordinator writes {@code room} and {@code mailbox}.
 *
 * <p>An item is accepted while the items in this buffer and those whose futures are being completed
 * are fewer than the room that the coordinator published. Taking an item moves it from the buffer
 * to the run and lowers the room by one in one step, so all items together never exceed the bound
 * of the run.
 */
public final class PushedItems<I> extends InputSource<I> {

  private final Completions completions;

  /** The threads that run the operation. */
  private final MarkedThreads calls = new MarkedThreads();

  private final Sleeper sleeper;

  /** The threads that wait for room, except those that run actions of futures. */
  private final ThreadQueue senders = new ThreadQueue();

  /** The threads that wait for room and run actions of futures. */
  private final ThreadQueue actions = new ThreadQueue();

  private final ThreadQueue closers = new ThreadQueue();
  private final Deque<I> buffer = new ArrayDeque<>();
  private final PendingItems pending = new PendingItems();
  private final WaitingTasks onRoom = new WaitingTasks();
  private final WaitingTasks onClose = new WaitingTasks();
  private @Nullable Mailbox mailbox;
  private long room;
  private long completing;
  private long notifying;
  private boolean ended;
  private @Nullable Throwable failure;
  private @Nullable StopReason stopReason;
  private @Nullable Throwable stopCause;
  private boolean over;

  public PushedItems(BatchSettings<I> settings) {
    completions = new Completions(settings.completing());
    sleeper = settings.retry().environment().sleeper();
    room = (long) settings.chunkSize() * settings.parallelism();
  }

  /** Returns an operation whose threads do not wait for the run, which waits for them. */
  public BatchOperation<I> marked(BatchOperation<I> operation) {
    return chunk -> {
      boolean outermost = calls.mark();
      try {
        return operation.send(chunk);
      } finally {
        if (outermost) {
          calls.unmark();
        }
      }
    };
  }

  /** Accepts an item; waits for room. */
  public CompletableFuture<SendResult> send(I item) throws InterruptedException {
    CompletableFuture<SendResult> now = trySend(item);
    if (now != null) {
      return now;
    }
    refuseToWaitInTheRun("send() would block");
    AtomicReference<@Nullable CompletableFuture<SendResult>> accepted = new AtomicReference<>();
    ThreadQueue threads = completions.isRunningHere() ? actions : senders;
    try {
      threads.await(
          () -> {
            if (accepted.get() == null) {
              accepted.set(trySend(item));
            }
            return accepted.get() != null;
          },
          sleeper);
    } finally {
      // It may have been woken for room that it did not take, or that came after its own.
      wakeSenders();
    }
    return Objects.requireNonNull(accepted.get());
  }

  /**
   * Wakes as many threads that wait for room as there is room for, the one that waits longest
   * first; all of them if no more items are accepted. Called after each change that adds room, and
   * by each thread that ends its wait.
   */
  private void wakeSenders() {
    long forActions;
    long forSenders;
    synchronized (this) {
      boolean closed = isClosed();
      forActions = closed ? Long.MAX_VALUE : room - buffer.size();
      forSenders = closed ? Long.MAX_VALUE : forActions - completing;
    }
    forSenders -= actions.wake(forActions);
    long unused = senders.wake(forSenders);
  }

  /** Accepts an item if there is room; otherwise returns null. */
  public @Nullable CompletableFuture<SendResult> trySend(I item) {
    return accept(Objects.requireNonNull(item, "item"), false);
  }

  /** Accepts an item even if there is no room for it. */
  public void push(I item) {
    CompletableFuture<SendResult> unused = accept(Objects.requireNonNull(item, "item"), true);
  }

  private @Nullable CompletableFuture<SendResult> accept(I item, boolean beyondRoom) {
    CompletableFuture<SendResult> future;
    boolean first;
    synchronized (this) {
      if (isClosed()) {
        throw refusal();
      }
      if (!beyondRoom && !hasRoom()) {
        return null;
      }
      first = buffer.isEmpty();
      buffer.add(item);
      future = pending.accept();
    }
    if (first) {
      wakeCoordinator();
    }
    return future;
  }

  /** Returns the exception for items that are not accepted any more. */
  public synchronized SenderClosedException refusal() {
    return new SenderClosedException(ended ? null : stopReason, ended ? null : stopCause);
  }

  /**
   * Returns whether an item can be accepted. An action that depends on a future does not wait for
   * the completion of other futures, which may wait for its thread.
   */
  private boolean hasRoom() {
    return buffer.size() + (completions.isRunningHere() ? 0 : completing) < room;
  }

  /** Returns whether no more items are accepted. */
  public synchronized boolean isClosed() {
    return ended || over || stopReason != null;
  }

  private void wakeCoordinator() {
    Mailbox coordinator;
    synchronized (this) {
      coordinator = mailbox;
    }
    if (coordinator != null) {
      coordinator.post(() -> {});
    }
  }

  /**
   * Runs a task now if there is room or the sender is closed, otherwise when that happens.
   *
   * @return removes the task if it still waits
   */
  public Runnable whenRoom(Runnable task) {
    return when(() -> isClosed() || hasRoom(), onRoom, task);
  }

  /**
   * Runs a task when no more items are accepted; now if that is so already.
   *
   * @return removes the task if it still waits
   */
  public Runnable whenClosed(Runnable task) {
    return when(this::isClosed, onClose, task);
  }

  private Runnable when(BooleanSupplier condition, WaitingTasks tasks, Runnable task) {
    Object wait = new Object();
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
    task.run();
    return () -> {};
  }

  /** Notifies those that wait for room or the end. */
  private void announce() {
    List<Runnable> withRoom;
    List<Runnable> atEnd;
    boolean ends;
    synchronized (this) {
      ends = over;
      boolean closed = isClosed();
      if (!closed && buffer.size() >= room) {
        return;
      }
      withRoom = onRoom.take(closed ? Long.MAX_VALUE : room - buffer.size() - completing);
      atEnd = onClose.take(closed ? Long.MAX_VALUE : 0);
      notifying += withRoom.size() + atEnd.size();
    }
    wakeSenders();
    if (ends) {
      closers.wakeAll();
    }
    withRoom.forEach(task -> runNotification(() -> begin(task)));
    atEnd.forEach(this::runNotification);
  }

  private void begin(Runnable withRoom) {
    synchronized (this) {
      onRoom.begun();
    }
    withRoom.run();
  }

  /** Runs a task that was counted in {@code notifying}. */
  private void runNotification(Runnable task) {
    completions.run(
        () -> {
          try {
            task.run();
          } finally {
            synchronized (this) {
              notifying--;
            }
            announce();
          }
        });
  }

  /** Returns a future that completes when all items that were accepted before are settled. */
  public CompletableFuture<@Nullable Void> flush() {
    CompletableFuture<@Nullable Void> future;
    synchronized (this) {
      future = pending.flush();
    }
    wakeCoordinator();
    return future;
  }

  /** Accepts no more items; the run ends when it has settled those that were accepted. */
  public void end(@Nullable Throwable cause) {
    synchronized (this) {
      if (isClosed()) {
        return;
      }
      ended = true;
      failure = cause;
    }
    wakeCoordinator();
    announce();
  }

  /**
   * Waits until the run has ended and all futures are completed. An interrupt cancels the run; only
   * its end is then waited for.
   */
  public void awaitEnd(Runnable cancel) {
    if (isFinished()) {
      return;
    }
    refuseToWaitInTheRun("close() would wait for itself");
    if (completions.isRunningHere()) {
      throw new IllegalStateException(
          "close() would wait for itself: it was called by an action that depends on a future of"
              + " the sender; use closeAsync()");
    }
    try {
      closers.await(this::isFinished, sleeper);
    } catch (InterruptedException interrupt) {
      cancel.run();
      awaitOver();
      Thread.currentThread().interrupt();
    }
  }

  private void awaitOver() {
    boolean waiting = true;
    while (waiting) {
      try {
        closers.await(this::isOver, sleeper);
        waiting = false;
      } catch (InterruptedException again) {
        waiting = true;
      }
    }
  }

  private synchronized boolean isOver() {
    return over;
  }

  private synchronized boolean isFinished() {
    return over && completing == 0 && notifying == 0;
  }

  private void refuseToWaitInTheRun(String what) {
    Mailbox coordinator;
    synchronized (this) {
      coordinator = over ? null : mailbox;
    }
    if (coordinator != null && coordinator.isRunningHere()) {
      throw new IllegalStateException(
          what + ": it was called on the thread that coordinates the run, such as by a listener");
    }
    if (calls.isHere()) {
      throw new IllegalStateException(
          what + ": it was called by the operation, and the run waits for the end of its call");
    }
  }

  /**
   * Records the end of the run.
   *
   * @param bug an internal error that ended it, or null
   */
  public void runEnded(@Nullable Throwable bug) {
    List<CompletableFuture<SendResult>> left;
    List<CompletableFuture<@Nullable Void>> flushed;
    synchronized (this) {
      over = true;
      if (bug != null && stopReason == null) {
        stopReason = StopReason.CANCELLED;
        stopCause = brokenBy(bug);
      }
      left = pending.removeAll();
      completing += left.size();
      flushed = pending.takeFlushed();
      notifying += flushed.size();
    }
    for (CompletableFuture<SendResult> future : left) {
      complete(future, one -> one.completeExceptionally(brokenBy(bug)));
    }
    flushed.forEach(flush -> runNotification(() -> flush.complete(null)));
    announce();
  }

  private static IllegalStateException brokenBy(@Nullable Throwable bug) {
    return new IllegalStateException("internal error of the batch engine", bug);
  }

  private void settle(long position, Consumer<CompletableFuture<SendResult>> how) {
    CompletableFuture<SendResult> future;
    List<CompletableFuture<@Nullable Void>> flushed;
    synchronized (this) {
      future = pending.remove(position);
      if (future == null) {
        return;
      }
      completing++;
      flushed = pending.takeFlushed();
      notifying += flushed.size();
    }
    complete(future, how);
    flushed.forEach(flush -> runNotification(() -> flush.complete(null)));
  }

  private void complete(
      CompletableFuture<SendResult> future, Consumer<CompletableFuture<SendResult>> how) {
    completions.run(
        () -> {
          try {
            how.accept(future);
          } finally {
            synchronized (this) {
              completing--;
            }
            announce();
          }
        });
  }

  @Override
  void settled(long position, SendResult result) {
    settle(position, future -> future.complete(result));
  }

  @Override
  void dead(DeadLetter<I> letter) {
    settle(
        letter.position(), future -> future.completeExceptionally(new DeadItemException(letter)));
  }

  @Override
  void notAttempted(long position, @Nullable Throwable cause) {
    NotAttemptedException reason;
    synchronized (this) {
      reason =
          new NotAttemptedException(
              stopReason == null ? StopReason.CANCELLED : stopReason,
              cause == null ? stopCause : cause);
    }
    settle(position, future -> future.completeExceptionally(reason));
  }

  @Override
  synchronized void begin(BatchSettings<I> settings, Mailbox toRun) {
    mailbox = toRun;
  }

  @Override
  void roomFor(long items) {
    if (items != room) {
      synchronized (this) {
        room = items;
      }
      announce();
    }
  }

  @Override
  synchronized boolean isReady() {
    return ended || !buffer.isEmpty();
  }

  @Override
  boolean isLive() {
    return true;
  }

  @Override
  boolean isAwaited() {
    return true;
  }

  @Override
  synchronized boolean isFlushing() {
    return pending.isFlushing();
  }

  @Override
  boolean isPushed() {
    return true;
  }

  @Override
  boolean holdsUntaken() {
    return isReady();
  }

  @Override
  void stop(StopReason reason, @Nullable Throwable cause) {
    synchronized (this) {
      if (stopReason == null) { // an internal error has stopped it already
        stopReason = reason;
        stopCause = cause;
      }
    }
    announce();
  }

  @Override
  synchronized @Nullable I take() throws Throwable {
    I item = buffer.poll();
    if (item != null) {
      room--;
    } else if (failure != null) {
      throw failure;
    }
    return item;
  }
}
