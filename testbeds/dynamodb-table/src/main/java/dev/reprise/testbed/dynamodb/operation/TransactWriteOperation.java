package dev.reprise.testbed.dynamodb.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.capacity.ConsumedCapacityDetail;
import dev.reprise.testbed.dynamodb.expression.Condition;
import dev.reprise.testbed.dynamodb.item.Item;
import dev.reprise.testbed.dynamodb.operation.WriteRequest.Kind;
import dev.reprise.testbed.dynamodb.protocol.CancellationReason;
import dev.reprise.testbed.dynamodb.protocol.Constraints;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import dev.reprise.testbed.dynamodb.storage.ItemChange;
import dev.reprise.testbed.dynamodb.storage.Table;
import dev.reprise.testbed.dynamodb.storage.Tables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes up to 100 items and 4 MB, all or none. It costs two units for each started KB of each
 * item, including items that are only checked. A transaction that is cancelled by a condition costs
 * as much (the service documents that for single writes); one that is cancelled for lack of
 * capacity costs nothing.
 *
 * <p>As in the service, an error in the request alone causes a ValidationException, but a key of
 * the wrong type, and an update that the item does not allow, cancel the transaction.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html">TransactWriteItems</a>
 */
final class TransactWriteOperation implements Operation {

  private static final String TOKEN = "ClientRequestToken";
  private static final int LONGEST_TOKEN = 36;
  private static final Condition ALWAYS = new Condition.Always();
  private static final Set<String> PARAMETERS =
      Set.of(TransactionRules.ITEMS, TOKEN, ConsumedCapacityDetail.PARAMETER);
  private static final Set<String> KINDS = Set.of("Put", "Delete", "Update", "ConditionCheck");

  private final Tables tables;
  private final LiveCounters counters;
  private final RequestTokens tokens;

  TransactWriteOperation(Tables tables, LiveCounters counters, RequestTokens tokens) {
    this.tables = tables;
    this.counters = counters;
    this.tokens = tokens;
  }

  /** One action, and whether a failed condition returns the item. */
  private record Action(WriteRequest write, boolean returnsOld) {}

  /** One action, after its key was read. */
  private record Step(Table table, Table.Write write, Kind kind, boolean returnsOld) {}

  @Override
  public ObjectNode answer(Fields request, long now) {
    request.accepting(PARAMETERS);
    Constraints constraints = new Constraints();
    ConsumedCapacityDetail.check(request, constraints);
    String token = request.text(TOKEN);
    if (token != null) {
      constraints.atLeast("clientRequestToken", token, token.length(), 1);
      constraints.atMost("clientRequestToken", token, token.length(), LONGEST_TOKEN);
    }
    List<Fields> sent = TransactionRules.actions(request, constraints);
    List<Action> actions = actions(sent, constraints);
    boolean[] replayed = {false};
    TransactionRules.Bill bill =
        token == null
            ? carryOut(actions, now)
            : tokens.once(
                token,
                request.list(TransactionRules.ITEMS),
                now,
                () -> carryOut(actions, now),
                earlier -> {
                  replayed[0] = true;
                  return replay(earlier, actions, now);
                });
    ObjectNode answer = Json.object();
    bill.addTo(answer, ConsumedCapacityDetail.of(request), !replayed[0]);
    return answer;
  }

  private List<Action> actions(List<Fields> sent, Constraints constraints) {
    List<Kind> kinds = new ArrayList<>();
    List<Fields> writes = new ArrayList<>();
    for (Fields action : sent) {
      action.accepting(KINDS);
      Kind kind = kind(action);
      ObjectNode node = action.map(kind.member());
      Fields write = new Fields(kind.member(), node == null ? Json.object() : node);
      write.accepting(kind.parameters());
      check(kind, write, writes.size() + 1, constraints);
      kinds.add(kind);
      writes.add(write);
    }
    constraints.verify();
    List<Action> actions = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      Fields write = writes.get(i);
      actions.add(
          new Action(
              WriteRequest.read(kinds.get(i), write, tables),
              ItemOperations.wantsOldOnFailure(write)));
    }
    return actions;
  }

  private static Kind kind(Fields action) {
    @Nullable Kind found = null;
    int count = 0;
    for (Kind kind : Kind.values()) {
      if (action.has(kind.member())) {
        found = kind;
        count++;
      }
    }
    if (found == null || count != 1) {
      throw ServiceError.validation(
          "TransactItems can only contain one of Check, Put, Update or Delete");
    }
    return found;
  }

  private static void check(Kind kind, Fields write, int position, Constraints constraints) {
    String member = kind.member();
    String path =
        "transactItems."
            + position
            + ".member."
            + member.substring(0, 1).toLowerCase(Locale.ROOT)
            + member.substring(1)
            + ".";
    constraints
        .tableName(path + "tableName", write.text("TableName"))
        .notNull(path + kind.subject().toLowerCase(Locale.ROOT), write.map(kind.subject()))
        .oneOf(
            path + "returnValuesOnConditionCheckFailure",
            write.text("ReturnValuesOnConditionCheckFailure"),
            List.of("ALL_OLD", "NONE"));
    if (kind == Kind.UPDATE) {
      constraints.notNull(path + "updateExpression", write.text("UpdateExpression"));
    }
    if (kind == Kind.CHECK) {
      constraints.notNull(path + "conditionExpression", write.text("ConditionExpression"));
    }
  }

  private TransactionRules.Bill carryOut(List<Action> actions, long now) {
    List<Step> steps = steps(actions);
    TransactionRules.rejectDuplicates(
        steps.stream()
            .map(step -> new TransactionRules.Target(step.table(), step.write().key()))
            .toList());
    return Table.lockedAll(
        new HashSet<>(steps.stream().map(Step::table).toList()), () -> commit(steps, now));
  }

  private static List<Step> steps(List<Action> actions) {
    actions.forEach(a -> a.write().table().schema().rejectEmpty(a.write().subject()));
    TransactionRules.Reasons reasons = new TransactionRules.Reasons(actions.size());
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      WriteRequest write = actions.get(i).write();
      try {
        steps.add(
            new Step(write.table(), write.write(), write.kind(), actions.get(i).returnsOld()));
      } catch (ServiceError wrongKey) {
        reasons.set(i, CancellationReason.of(wrongKey));
      }
    }
    reasons.verify();
    return steps;
  }

  /**
   * Computes the result of each write, pays for the transaction, and carries it out, while all
   * tables are locked.
   */
  private TransactionRules.Bill commit(List<Step> steps, long now) {
    TransactionRules.Reasons reasons = new TransactionRules.Reasons(steps.size());
    TransactionRules.Bill bill = new TransactionRules.Bill();
    List<Table.Written> outcomes = new ArrayList<>();
    long bytes = 0;
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      Item before = step.table().find(step.write().key());
      Table.Written outcome = outcome(step, before, i, reasons);
      bytes += outcome.size();
      bill.add(step.table(), outcome.halves());
      outcomes.add(outcome);
    }
    TransactionRules.rejectTooLarge(bytes);
    Table lacking = bill.pay(true, now);
    if (lacking != null) {
      TransactionRules.throttled(lacking, steps.stream().map(Step::table).toList()).verify();
    }
    counters.writes(0, bill.total());
    reasons.verify();
    for (int i = 0; i < steps.size(); i++) {
      steps.get(i).table().replace(steps.get(i).write().key(), outcomes.get(i));
    }
    counters.writes(steps.stream().filter(step -> step.kind() != Kind.CHECK).count(), 0);
    return bill;
  }

  private static Table.Written outcome(
      Step step, @Nullable Item before, int position, TransactionRules.Reasons reasons) {
    Table.Written unchanged =
        new Table.Write(step.write().key(), ItemChange.NONE, ALWAYS).to(before);
    try {
      Table.Written outcome = step.write().to(before);
      if (outcome.conditionHeld()) {
        return outcome;
      }
      ObjectNode old = step.returnsOld() ? ItemOperations.attributesOf(before) : null;
      reasons.set(position, CancellationReason.conditionFailed(old));
    } catch (ServiceError notAllowed) {
      reasons.set(position, CancellationReason.of(notAllowed));
    }
    return unchanged;
  }

  /** Consumes the cost of the transaction as read capacity. */
  private TransactionRules.Bill replay(TransactionRules.Bill bill, List<Action> actions, long now) {
    Table lacking = bill.pay(false, now);
    if (lacking != null) {
      TransactionRules.throttled(lacking, actions.stream().map(a -> a.write().table()).toList())
          .verify();
    }
    counters.read(0, bill.total());
    counters.replayed();
    return bill;
  }
}
