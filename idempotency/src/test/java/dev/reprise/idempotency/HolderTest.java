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

  private final GuardFixture fixture = new GuardFixture();

  private StoredEntry entry() {
    return fixture.store.find(GuardFixture.KEY.digest()).orElseThrow();
  }

  @Test
  void reports_its_key_its_token_and_its_remaining_lease() throws InterruptedException {
    fixture.call(
        holder -> {
          fixture.time.pass(Duration.ofSeconds(10));
          assertThat(holder.leaseLeft()).isEqualTo(Duration.ofSeconds(20));
          fixture.time.pass(Duration.ofSeconds(30));
          assertThat(holder.leaseLeft()).isZero();
          assertThat(holder.key()).isEqualTo(GuardFixture.KEY);
          assertThat(holder).hasToString(GuardFixture.KEY + ", token " + holder.token());
          return "done";
        });
  }

  @Test
  void can_renew_its_lease_any_number_of_times() throws InterruptedException {
    String value =
        fixture.call(
            holder -> {
              for (int part = 0; part < 10; part++) {
                fixture.time.pass(Duration.ofSeconds(29));
                holder.renew();
                assertThat(holder.leaseLeft()).isEqualTo(GuardFixture.LEASE);
                assertThat(entry().until())
                    .isEqualTo(fixture.time.wallClock().instant().plus(GuardFixture.LEASE));
              }
              return "long";
            });
    assertThat(fixture.call()).isEqualTo(value);
  }

  @Test
  void renew_fails_if_a_different_call_has_claimed_the_key() {
    assertThatThrownBy(
            () ->
                fixture.call(
                    holder -> {
                      fixture.time.pass(GuardFixture.LEASE);
                      fixture.heldByAnother();
                      holder.renew();
                      return "never";
                    }))
        .isInstanceOfSatisfying(
            StaleHolderException.class, stale -> assertThat(stale.outcome()).isNull())
        .hasMessage(GuardFixture.KEY + ": the holder of token 1 has lost the key");
  }

  @Test
  void cannot_be_used_after_the_operation() {
    AtomicReference<Holder<String>> kept = new AtomicReference<>();
    fixture.call(
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
        fixture.call(
            holder -> {
              holder.record("early");
              assertThat(entry().status()).isEqualTo(Status.COMPLETED);
              assertThatThrownBy(holder::renew).hasMessageEndingWith("the outcome is recorded");
              assertThatThrownBy(() -> holder.record("twice"))
                  .isInstanceOf(IllegalStateException.class);
              return "early";
            });
    assertThat(value).isEqualTo("early");
    assertThat(fixture.call()).isEqualTo("early");
  }

  @Test
  void a_recorded_outcome_remains_although_the_operation_fails_later() {
    assertThatThrownBy(
            () ->
                fixture.call(
                    holder -> {
                      holder.record("early");
                      throw new IllegalStateException("later");
                    }))
        .hasMessage("later");
    assertThat(fixture.call()).isEqualTo("early");
  }

  @Test
  void records_in_the_transaction_of_the_effect() {
    OneTransaction transaction = new OneTransaction(fixture.store);
    fixture.call(
        holder -> {
          holder.recordIn(transaction, "with the effect");
          assertThat(entry().status()).isEqualTo(Status.LEASED);
          transaction.commit();
          return "with the effect";
        });
    assertThat(fixture.call()).isEqualTo("with the effect");
    assertThat(transaction.committed).isEqualTo(1);
  }

  @Test
  void a_transaction_rolled_back_releases_the_key_for_the_next_one() {
    OneTransaction transaction = new OneTransaction(fixture.store);
    assertThatThrownBy(
            () ->
                fixture.call(
                    holder -> {
                      holder.recordIn(transaction, "never seen");
                      throw new IllegalStateException("rolled back");
                    }))
        .hasMessage("rolled back");
    assertThat(entry().status()).isEqualTo(Status.RELEASED);
    assertThat(fixture.call()).isEqualTo("receipt 1");
  }

  @Test
  void records_again_in_the_next_transaction_if_the_first_was_rolled_back() {
    OneTransaction first = new OneTransaction(fixture.store);
    OneTransaction second = new OneTransaction(fixture.store);
    fixture.call(
        holder -> {
          holder.recordIn(first, "rolled back");
          holder.recordIn(second, "committed");
          assertThatThrownBy(() -> holder.record("outside"))
              .hasMessageEndingWith("the outcome is recorded");
          second.commit();
          return "committed";
        });
    assertThat(fixture.call()).isEqualTo("committed");
  }

  @Test
  void rejects_a_second_transaction_if_the_first_one_was_committed_in_spite_of_an_exception() {
    OneTransaction first = new OneTransaction(fixture.store);
    assertThatThrownBy(
            () ->
                fixture.call(
                    holder -> {
                      holder.recordIn(first, "committed");
                      first.commit();
                      holder.recordIn(fixture.store, "again");
                      return "again";
                    }))
        .isInstanceOf(StaleHolderException.class);
    assertThat(fixture.call()).isEqualTo("committed");
  }

  @Test
  void does_not_record_in_a_transaction_what_it_has_recorded_outside() {
    fixture.call(
        holder -> {
          holder.record("outside");
          assertThatThrownBy(() -> holder.recordIn(fixture.store, "inside"))
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
