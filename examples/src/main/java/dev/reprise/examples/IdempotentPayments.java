package dev.reprise.examples;

import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.idempotency.failure.KeyReusedException;
import dev.reprise.idempotency.failure.OutcomePendingException;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.key.InvalidIdempotencyKeyException;
import dev.reprise.idempotency.operation.Holder;
import dev.reprise.idempotency.outcome.GuardedResult;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.file.FileIdempotencyStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A service that processes each payment once, even if a request is repeated, as in the guide. */
public final class IdempotentPayments {

  private IdempotentPayments() {}

  /** Request of a client. */
  record Payment(String customer, @Nullable String key, String body) {}

  /** Response to it. */
  record Receipt(String number) {}

  /** The bank, which transfers the money. */
  interface Bank {

    Receipt pay(Payment payment, long token) throws DeclinedException;

    CompletableFuture<Receipt> payLater(Payment payment, long token);
  }

  /** The bank refuses the payment, and would refuse it again. */
  static final class DeclinedException extends Exception {
    private static final long serialVersionUID = 1;

    DeclinedException(String reason) {
      super(reason);
    }
  }

  /** An HTTP response. */
  record Answer(int status, @Nullable String body, @Nullable Duration retryAfter) {}

  static FileIdempotencyStore store(Path folder) {
    return FileIdempotencyStore.open(folder).maxEntries(100_000);
  }

  static IdempotencyGuard<Receipt> guard(IdempotencyStore store) {
    return IdempotencyGuard.of(store, OutcomeCodec.text(Receipt::number, Receipt::new))
        .lease(Duration.ofSeconds(30))
        .waitAtMost(Duration.ofSeconds(5))
        .keepFor(Duration.ofHours(24));
  }

  static Receipt take(IdempotencyGuard<Receipt> guard, Bank bank, Payment payment)
      throws DeclinedException {
    IdempotencyKey key = IdempotencyKey.of(payment.customer(), "create-payment", payment.key());
    Fingerprint fingerprint = Fingerprint.of(payment.body());

    return guard.call(key, fingerprint, holder -> bank.pay(payment, holder.token()));
  }

  static IdempotencyGuard<Receipt> rememberingRefusals(IdempotencyGuard<Receipt> guard) {
    return guard.recordingFailure(
        DeclinedException.class,
        OutcomeCodec.text(DeclinedException::getMessage, DeclinedException::new));
  }

  static Answer answer(IdempotencyGuard<Receipt> guard, Bank bank, Payment payment) {
    try {
      return new Answer(201, take(guard, bank, payment).number(), null);
    } catch (InvalidIdempotencyKeyException invalid) {
      return new Answer(400, invalid.getMessage(), null);
    } catch (KeyReusedException reused) {
      return new Answer(422, "this key was used for another payment", null);
    } catch (OutcomePendingException pending) {
      return new Answer(409, "this payment is under way", pending.retryAfter());
    } catch (DeclinedException declined) {
      return new Answer(402, declined.getMessage(), null);
    }
  }

  static String told(IdempotencyGuard<Receipt> guard, IdempotencyKey key, Fingerprint request) {
    GuardedResult<Receipt> result = guard.execute(key, request, holder -> new Receipt("17"));
    String how = result.isReplayed() ? "again: " : "new: ";
    return result.outcome() instanceof Outcome.Returned<Receipt> returned
        ? how + returned.value().number()
        : how + "refused";
  }

  static CompletableFuture<Receipt> takeLater(
      IdempotencyGuard<Receipt> guard, Bank bank, IdempotencyKey key, Payment payment) {
    return guard.callAsync(
        key, Fingerprint.of(payment.body()), holder -> bank.payLater(payment, holder.token()));
  }

  static Receipt payAll(Holder<Receipt> holder, Bank bank, List<Payment> parts)
      throws DeclinedException {
    for (Payment part : parts) {
      bank.pay(part, holder.token());
      holder.renew();
    }
    return new Receipt(parts.size() + " parts");
  }

  /** A database that offers a view of the store in its transaction. */
  interface Transaction {

    IdempotencyStore store();

    Receipt book(Payment payment);

    void commit();
  }

  static Receipt exactlyOnce(
      IdempotencyGuard<Receipt> guard, IdempotencyKey key, Payment payment, Transaction tx) {
    return guard.call(
        key,
        Fingerprint.of(payment.body()),
        holder -> {
          Receipt receipt = tx.book(payment);
          holder.recordIn(tx.store(), receipt);
          tx.commit();
          return receipt;
        });
  }
}
