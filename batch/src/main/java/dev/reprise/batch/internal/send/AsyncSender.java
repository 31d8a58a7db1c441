package dev.reprise.batch.internal.send;

import dev.reprise.batch.operation.AsyncBatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.InvalidReplyException;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.time.Delayer;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Calls an operation that returns stages. */
public final class AsyncSender<I> implements Sender<I> {

  private final AsyncBatchOperation<I> operation;
  private final Delayer delayer;
  private final Mailbox mailbox;

  public AsyncSender(AsyncBatchOperation<I> operation, Delayer delayer, Mailbox mailbox) {
    this.operation = operation;
    this.delayer = delayer;
    this.mailbox = mailbox;
  }

  @Override
  public RunningCall send(List<I> items, CallTimeout timeout, RunningCall.Answer<I> answer) {
    AsyncSending<I> sending = new AsyncSending<>(answer);
    if (!timeout.isNone()) {
      sending.watch =
          delayer.schedule(() -> mailbox.post(() -> sending.timeIsUp(timeout)), timeout.nanos());
    }
    try {
      sending.follow(operation.send(items));
    } catch (Throwable failure) {
      sending.come(Outcome.threw(failure));
    }
    return sending;
  }

  @Override
  public void close() {}

  /**
   * A stage in flight: its completion, the timeout or the end of the run ends it, whichever is
   * first.
   */
  private static final class AsyncSending<I> implements RunningCall {

    private final Answer<I> answer;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile Delayer.@Nullable Scheduled watch;
    private @Nullable CompletionStage<BatchReply<I>> stage;

    AsyncSending(Answer<I> answer) {
      this.answer = answer;
    }

    void follow(@Nullable CompletionStage<BatchReply<I>> started) {
      if (started == null) {
        throw new InvalidReplyException("the operation returned null instead of a stage");
      }
      stage = started;
      started.whenComplete(
          (reply, failure) ->
              come(
                  failure == null
                      ? Outcome.returned(reply)
                      : Outcome.threw(Failures.unwrapCompletion(failure))));
    }

    void come(Outcome<BatchReply<I>> outcome) {
      if (over.compareAndSet(false, true)) {
        Delayer.Scheduled scheduled = watch;
        if (scheduled != null) {
          scheduled.cancel();
        }
        answer.come(outcome);
      }
    }

    void timeIsUp(CallTimeout timeout) {
      come(Outcome.threw(timeout.exceeded(null)));
      cancelStage();
    }

    @Override
    public void abort() {
      cancelStage();
      come(Outcome.threw(new CancellationException("the run was stopped")));
    }

    private void cancelStage() {
      CompletionStage<?> started = stage;
      if (started != null) {
        try {
          started.toCompletableFuture().cancel(true);
        } catch (Throwable notSupported) {
          return; // it ends in any case, and its result does not count
        }
      }
    }
  }
}
