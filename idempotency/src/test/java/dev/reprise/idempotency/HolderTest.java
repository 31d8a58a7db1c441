package dev.reprise.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.idempotency.failure.StaleHolderException;
import dev.reprise.idempotency.operation.Holder;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredEntry.Status;
import dev.reprise.idempotency.store.StoredOutcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HolderTest {

  private final Desk desk = new Desk();

  private StoredEntry entry() {
    return desk.store.find(Desk.KEY.digest()).orElseThrow();
  }

  @Test
  void reports_its_key_its_token_and_its_remaining_lease() throws InterruptedException {
    desk.call(
        holder -> {
          desk.time.pass(Duration.ofSeconds(10));
          assertThat(holder.leaseLeft()).isEqualTo(Duration.ofSeconds(20));
          desk.time.pass(Duration.ofSeconds(30));
          assertThat(holder.leaseLeft()).isZero();
          assertThat(holder.key()).isEqualTo(Desk.KEY);
          assertThat(holder).hasToString(Desk.KEY + ", token " + holder.token());
          return "done";
        });
  }

  @Test
  void renews_its_lease_as_often_as_it_likes() throws InterruptedException {
    String value =
        desk.call(
            holder -> {
              for (int part = 0; part < 10; part++) {
                desk.time.pass(Duration.ofSeconds(29));
                holder.renew();
                assertThat(holder.leaseLeft()).isEqualTo(Desk.LEASE);
                assertThat(entry().until())
                    .isEqualTo(desk.time.wallClock().instant().plus(Desk.LEASE));
              }
              return "long";
            });
    assertThat(desk.call()).isEqualTo(value);
  }

  @Test
  void renew_fails_if_a_different_call_has_claimed_the_key() {
    assertThatThrownBy(
            () ->
                desk.call(
                    holder -> {
                      desk.time.pass(Desk.LEASE);
                      desk.heldByAnother();
                      holder.renew();
                      return "never";
                    }))
        .isInstanceOfSatisfying(
            StaleHolderException.class, stale -> assertThat(stale.outcome()).isNull())
        .hasMessage(Desk.KEY + ": the holder of token 1 has lost the key");
  }

  @Test
  void is_of_no_use_after_the_operation() {
    AtomicReference<Holder<String>> kept = new AtomicReference<>();
    desk.call(
        holder -> {
          kept.set(holder);
          return "done";
        });
    assertThatThrownBy(() -> kept.get().renew())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageEndingWith("the operation has ended");
    assertThatThrownBy(() -> kept.get().record("again")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void records_before_the_operation_returns() {
    String value =
        desk.call(
            holder -> {
              holder.record("early");
              assertThat(entry().status()).isEqualTo(Status.COMPLETED);
              assertThatThrownBy(holder::renew).hasMessageEndingWith("the outcome is recorded");
              assertThatThrownBy(() -> holder.record("twice"))
                  .isInstanceOf(IllegalStateException.class);
              return "early";
            });
    assertThat(value).isEqualTo("early");
    assertThat(desk.call()).isEqualTo("early");
  }

  @Test
  void what_it_recorded_stays_though_the_operation_fails_later() {
    assertThatThrownBy(
            () ->
                desk.call(
                    holder -> {
                      holder.record("early");
                      throw new IllegalStateException("later");
                    }))
        .hasMessage("later");
    assertThat(desk.call()).isEqualTo("early");
  }

  @Test
  void records_in_the_transaction_of_the_effect() {
    OneTransaction transaction = new OneTransaction(desk.store);
    desk.call(
        holder -> {
          holder.recordIn(transaction, "with the effect");
          assertThat(entry().status()).isEqualTo(Status.LEASED);
          transaction.commit();
          return "with the effect";
        });
    assertThat(desk.call()).isEqualTo("with the effect");
    assertThat(transaction.committed).isEqualTo(1);
  }

  @Test
  void a_transaction_rolled_back_leaves_the_key_for_the_next() {
    OneTransaction transaction = new OneTransaction(desk.store);
    assertThatThrownBy(
            () ->
                desk.call(
                    holder -> {
                      holder.recordIn(transaction, "never seen");
                      throw new IllegalStateException("rolled back");
                    }))
        .hasMessage("rolled back");
    assertThat(entry().status()).isEqualTo(Status.RELEASED);
    assertThat(desk.call()).isEqualTo("receipt 1");
  }

  @Test
  void records_again_in_the_next_transaction_if_the_first_was_rolled_back() {
    OneTransaction first = new OneTransaction(desk.store);
    OneTransaction second = new OneTransaction(desk.store);
    desk.call(
        holder -> {
          holder.recordIn(first, "rolled back");
          holder.recordIn(second, "committed");
          assertThatThrownBy(() -> holder.record("outside"))
              .hasMessageEndingWith("the outcome is recorded");
          second.commit();
          return "committed";
        });
    assertThat(desk.call()).isEqualTo("committed");
  }

  @Test
  void a_second_transaction_is_rejected_if_the_first_was_committed_after_all() {
    OneTransaction first = new OneTransaction(desk.store);
    assertThatThrownBy(
            () ->
                desk.call(
                    holder -> {
                      holder.recordIn(first, "committed");
                      first.commit();
                      holder.recordIn(desk.store, "again");
                      return "again";
                    }))
        .isInstanceOf(StaleHolderException.class);
    assertThat(desk.call()).isEqualTo("committed");
  }

  @Test
  void records_in_no_transaction_what_it_has_recorded_outside() {
    desk.call(
        holder -> {
          holder.record("outside");
          assertThatThrownBy(() -> holder.recordIn(desk.store, "inside"))
              .isInstanceOf(IllegalStateException.class);
          return "outside";
        });
  }

  /** A view of a store that records when it commits. */
  private static final class OneTransaction extends ForwardingStore {

    private Runnable work = () -> {};
    int committed;

    OneTransaction(IdempotencyStore store) {
      super(store);
    }

    @Override
    public boolean record(String key, long token, StoredOutcome outcome) {
      work = () -> assertThat(super.record(key, token, outcome)).isTrue();
      return true;
    }

    void commit() {
      work.run();
      committed++;
    }
  }
}
