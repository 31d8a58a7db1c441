package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.examples.IdempotentPayments.Answer;
import dev.reprise.examples.IdempotentPayments.Bank;
import dev.reprise.examples.IdempotentPayments.DeclinedException;
import dev.reprise.examples.IdempotentPayments.Payment;
import dev.reprise.examples.IdempotentPayments.Receipt;
import dev.reprise.examples.IdempotentPayments.Transaction;
import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdempotentPaymentsTest {

  private static final Payment PAYMENT = new Payment("ann", "k-1", "10 EUR");
  private static final IdempotencyKey KEY = IdempotencyKey.of("ann", "create-payment", "k-1");

  @TempDir Path folder;

  private final IdempotencyStore store = new InMemoryIdempotencyStore();
  private final IdempotencyGuard<Receipt> guard = IdempotentPayments.guard(store);
  private final CountingBank bank = new CountingBank();

  private static final class CountingBank implements Bank {
    private final List<Long> tokens = new ArrayList<>();

    @Override
    public Receipt pay(Payment payment, long token) throws DeclinedException {
      tokens.add(token);
      if (payment.body().startsWith("-")) {
        throw new DeclinedException("amount is negative");
      }
      return new Receipt("no. " + tokens.size());
    }

    @Override
    public CompletableFuture<Receipt> payLater(Payment payment, long token) {
      tokens.add(token);
      return CompletableFuture.completedFuture(new Receipt("no. " + tokens.size()));
    }
  }

  @Test
  void pays_once_for_repeated_requests() throws DeclinedException {
    IdempotencyGuard<Receipt> onFiles = IdempotentPayments.guard(IdempotentPayments.store(folder));
    assertThat(IdempotentPayments.take(onFiles, bank, PAYMENT)).isEqualTo(new Receipt("no. 1"));
    assertThat(IdempotentPayments.take(onFiles, bank, PAYMENT)).isEqualTo(new Receipt("no. 1"));
    assertThat(bank.tokens).hasSize(1);
  }

  @Test
  void stores_a_refusal_only_if_configured() {
    Payment bad = new Payment("ann", "k-2", "-10 EUR");
    for (int time = 0; time < 2; time++) {
      assertThatThrownBy(() -> IdempotentPayments.take(guard, bank, bad))
          .isInstanceOf(DeclinedException.class);
    }
    assertThat(bank.tokens).hasSize(2);
    IdempotencyGuard<Receipt> remembering = IdempotentPayments.rememberingRefusals(guard);
    for (int time = 0; time < 2; time++) {
      assertThatThrownBy(() -> IdempotentPayments.take(remembering, bank, bad))
          .hasMessage("amount is negative");
    }
    assertThat(bank.tokens).hasSize(3);
  }

  @Test
  void returns_http_responses() {
    assertThat(answer(PAYMENT)).isEqualTo(new Answer(201, "no. 1", null));
    assertThat(answer(PAYMENT)).isEqualTo(new Answer(201, "no. 1", null));
    assertThat(answer(new Payment("ann", null, "10 EUR")).status()).isEqualTo(400);
    assertThat(answer(new Payment("ann", "k-1", "11 EUR")).status()).isEqualTo(422);
    assertThat(answer(new Payment("ann", "k-2", "-1 EUR")).status()).isEqualTo(402);
  }

  @Test
  void returns_a_retry_time_to_a_client_that_does_not_wait() {
    ClaimRequest request =
        new ClaimRequest(
            Fingerprint.of("10 EUR").digest(), Duration.ofSeconds(30), Duration.ofHours(1));
    assertThat(store.claim(KEY.digest(), request)).isInstanceOf(Claim.Granted.class);
    Answer answer = IdempotentPayments.answer(guard.waitAtMost(Duration.ZERO), bank, PAYMENT);
    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.retryAfter()).isBetween(Duration.ofNanos(1), Duration.ofSeconds(30));
  }

  @Test
  void distinguishes_new_outcomes_from_replayed_ones() {
    assertThat(IdempotentPayments.told(guard, KEY, Fingerprint.none())).isEqualTo("new: 17");
    assertThat(IdempotentPayments.told(guard, KEY, Fingerprint.none())).isEqualTo("again: 17");
  }

  @Test
  void supports_asynchronous_and_partial_payments() throws DeclinedException {
    assertThat(IdempotentPayments.takeLater(guard, bank, KEY, PAYMENT).join())
        .isEqualTo(new Receipt("no. 1"));
    IdempotencyKey other = IdempotencyKey.of("ann", "create-payment", "k-2");
    Receipt receipt =
        guard.call(
            other,
            Fingerprint.none(),
            holder -> IdempotentPayments.payAll(holder, bank, List.of(PAYMENT, PAYMENT)));
    assertThat(receipt).isEqualTo(new Receipt("2 parts"));
    assertThat(bank.tokens).containsExactly(1L, 2L, 2L);
  }

  @Test
  void commits_payment_and_record_together() {
    Books books = new Books();
    Receipt receipt = IdempotentPayments.exactlyOnce(guard, KEY, PAYMENT, books);
    assertThat(IdempotentPayments.exactlyOnce(guard, KEY, PAYMENT, books)).isEqualTo(receipt);
    assertThat(books.log).containsExactly("book", "commit");
  }

  private final class Books implements Transaction {
    private final List<String> log = new ArrayList<>();

    @Override
    public IdempotencyStore store() {
      return store;
    }

    @Override
    public Receipt book(Payment payment) {
      log.add("book");
      return new Receipt(payment.body());
    }

    @Override
    public void commit() {
      log.add("commit");
    }
  }

  private Answer answer(Payment payment) {
    return IdempotentPayments.answer(guard, bank, payment);
  }
}
