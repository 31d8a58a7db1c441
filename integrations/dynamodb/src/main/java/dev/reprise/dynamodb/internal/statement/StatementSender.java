package dev.reprise.dynamodb.internal.statement;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.ItemFailure;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.dynamodb.internal.client.OwnResponses;
import dev.reprise.dynamodb.internal.client.TableClient;
import dev.reprise.dynamodb.internal.client.UsageMeter;
import dev.reprise.dynamodb.internal.item.ItemEquality;
import dev.reprise.dynamodb.internal.send.EffectSender;
import dev.reprise.dynamodb.internal.send.UncertainWrites;
import dev.reprise.dynamodb.statement.PartiqlStatement;
import dev.reprise.text.CountText;
import dev.reprise.time.TickSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementError;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/**
 * Sends statements, reads and writes in separate requests. The service returns a result for each.
 */
final class StatementSender extends EffectSender<PartiqlStatement, BatchExecuteStatementResponse> {

  static final int MOST = 25;

  /** Codes of throttling, after which the statement had no effect. */
  private static final Set<String> THROTTLED =
      Set.of("ProvisionedThroughputExceeded", "ThrottlingError", "RequestLimitExceeded");

  private static final String CONFLICT = "TransactionConflict";
  private static final String SERVER_ERROR = "InternalServerError";
  private static final String DUPLICATE = "DuplicateItem";

  /** Items returned, by statement: a run may have the same statement several times. */
  private final Map<PartiqlStatement, Deque<Optional<Map<String, AttributeValue>>>> answers =
      new HashMap<>();

  StatementSender(
      TableClient client,
      UsageMeter meter,
      UncertainWrites<PartiqlStatement> uncertain,
      TickSource ticks) {
    super(client, meter, uncertain, ticks);
  }

  private synchronized void keepAnswer(PartiqlStatement statement, BatchStatementResponse answer) {
    answers
        .computeIfAbsent(statement, same -> new ArrayDeque<>())
        .add(answer.hasItem() ? Optional.of(answer.item()) : Optional.empty());
  }

  /** Returns and removes the last item returned for a statement. Called once for each success. */
  synchronized Optional<Map<String, AttributeValue>> takeAnswer(PartiqlStatement statement) {
    Deque<Optional<Map<String, AttributeValue>>> left = answers.get(statement);
    if (left == null) {
      return Optional.empty();
    }
    Optional<Map<String, AttributeValue>> last = left.removeLast();
    if (left.isEmpty()) {
      answers.remove(statement);
    }
    return last;
  }

  @Override
  protected Supplier<CompletableFuture<BatchExecuteStatementResponse>> prepare(
      List<PartiqlStatement> items) {
    BatchExecuteStatementRequest request =
        BatchExecuteStatementRequest.builder()
            .statements(items.stream().map(StatementSender::toRequest).toList())
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .overrideConfiguration(client.withoutOwnRetries())
            .build();
    return () -> client.execute(request);
  }

  private static BatchStatementRequest toRequest(PartiqlStatement statement) {
    BatchStatementRequest.Builder request =
        BatchStatementRequest.builder().statement(statement.text());
    if (!statement.parameters().isEmpty()) {
      request.parameters(statement.parameters());
    }
    if (statement.isConsistent()) {
      request.consistentRead(true);
    }
    if (!statement.isRead()) {
      request.returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    }
    return request.build();
  }

  @Override
  protected BatchReply<PartiqlStatement> read(
      List<PartiqlStatement> items, BatchExecuteStatementResponse response) {
    OwnResponses.require(response, response.hasResponses());
    meter.consumed(response.consumedCapacity());
    List<BatchStatementResponse> responses = response.responses();
    if (responses.size() != items.size()) {
      throw new IllegalStateException(
          "the service answered "
              + responses.size()
              + " of "
              + CountText.of(items.size(), "statement"));
    }
    Reading reading = new Reading();
    for (int i = 0; i < responses.size(); i++) {
      reading.add(i, items.get(i), responses.get(i));
    }
    return reading.reply();
  }

  /** Sorts the results of a response. */
  private final class Reading {

    private BatchReply<PartiqlStatement> reply = BatchReply.allDone();

    void add(int position, PartiqlStatement statement, @Nullable BatchStatementResponse answer) {
      if (answer == null) {
        addUnknown(position, statement, "the service returned no result");
        return;
      }
      BatchStatementError error = answer.error();
      if (error == null) {
        keepAnswer(statement, answer);
      } else {
        addFailed(position, statement, error);
      }
    }

    private void addFailed(int position, PartiqlStatement statement, BatchStatementError error) {
      String code = String.valueOf(error.codeAsString());
      String words = describe(error);
      boolean effectUnknown = code.equals(SERVER_ERROR);
      if (!effectUnknown) {
        uncertain.hadNoEffect(statement);
      }
      if (THROTTLED.contains(code)) {
        reply = reply.leavingAt(position, ItemFailure.of(FailureKind.THROTTLED, words));
      } else if (code.equals(CONFLICT)) {
        reply = reply.leavingAt(position, ItemFailure.of(FailureKind.TRANSIENT, words));
      } else if (effectUnknown) {
        addUnknown(position, statement, words);
      } else if (!isOwnInsert(statement, code, error)) {
        reply = reply.rejectingAt(position, words + uncertain.note(statement));
      }
    }

    /** Adds a statement that may have been carried out. */
    private void addUnknown(int position, PartiqlStatement statement, String words) {
      reply =
          statement.isIdempotent()
              ? reply.leavingAt(
                  position, ItemFailure.of(FailureKind.TRANSIENT, words).withEffect(Effect.UNKNOWN))
              : reply.rejectingAt(position, words + uncertain.note(statement));
    }

    private static String describe(BatchStatementError error) {
      @Nullable String code = error.codeAsString();
      @Nullable String message = error.message();
      String name = code == null ? "error without a code" : code;
      return message == null ? name : name + ": " + message;
    }

    private boolean isOwnInsert(
        PartiqlStatement statement, String code, BatchStatementError error) {
      return code.equals(DUPLICATE)
          && error.hasItem()
          && uncertain.isUncertain(statement)
          && statement
              .inserted()
              .filter(ours -> ItemEquality.equal(ours, error.item()))
              .isPresent();
    }

    BatchReply<PartiqlStatement> reply() {
      return reply;
    }
  }
}
