package dev.reprise.examples.driven;

import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryStep;
import dev.reprise.decision.StopReason;
import dev.reprise.function.Attempt;
import dev.reprise.report.RetryReport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A consumer whose queue delivers a message again on request. Between two deliveries the queue
 * holds the message, and no thread waits. The count of attempts is lost with the process and then
 * starts again.
 */
public final class QueueConsumer {

  private final Map<String, DrivenCall<Void>> calls = new ConcurrentHashMap<>();
  private final Retry retry;
  private final Queue queue;
  private final Handler handler;

  public QueueConsumer(Retry retry, Queue queue, Handler handler) {
    this.retry = retry;
    this.queue = queue;
    this.handler = handler;
  }

  /** Called by the queue for each delivery, the first one of a message and later ones. */
  public void deliver(Message message) {
    DrivenCall<Void> call = calls.computeIfAbsent(message.id(), id -> retry.driver().start());
    Attempt attempt = call.begin(call.step());
    RetryStep step = attempt == null ? call.step() : handle(message, call, attempt);
    if (!(step instanceof RetryStep.End end)) {
      queue.deliverAgain(message, step.delay());
    } else {
      calls.remove(message.id());
      if (end.stopReason() == StopReason.SUCCEEDED) {
        queue.acknowledge(message);
      } else {
        queue.bury(message, end.report());
      }
    }
  }

  private RetryStep handle(Message message, DrivenCall<Void> call, Attempt attempt) {
    try {
      handler.handle(message);
      return call.succeeded(attempt);
    } catch (Exception failure) {
      return call.failed(attempt, failure);
    }
  }

  /** The consumer stops: its messages are delivered to other consumers. */
  public void close() {
    calls.values().forEach(DrivenCall::close);
  }

  /** Decision about a message. */
  public interface Handler {

    /** Does it once. */
    void handle(Message message) throws Exception;
  }

  /** The part of a queue that a consumer uses. */
  public interface Queue {

    /** The message was processed. */
    void acknowledge(Message message);

    /** The message is delivered again after a delay. */
    void deliverAgain(Message message, Duration delay);

    /** The message could not be processed, for this reason. */
    void bury(Message message, RetryReport report);
  }

  /** A message. */
  public record Message(String id, String body) {}
}
