package dev.reprise.idempotency.internal.call;

import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.failure.OutcomeNotReplayableException;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.outcome.Replayability;
import dev.reprise.idempotency.store.StoredOutcome;
import dev.reprise.report.FailureText;
import dev.reprise.text.PrintableText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The binary format of outcomes: one byte for the kind, then the bytes of the codec. For an outcome
 * that cannot be stored, a marker with the reason is stored in its place.
 */
public record OutcomeFormat<T extends @Nullable Object>(
    OutcomeCodec<T> codec, List<RecordedFailureType<?>> failures, int maxBytes) {

  static final int DEFAULT_MAX_BYTES = 64 * 1024;

  private static final Logger LOG = System.getLogger("dev.reprise.idempotency");

  private static final byte NULL = 0;
  private static final byte VALUE = 1;
  private static final byte FAILURE = 2;
  private static final byte TOO_LARGE = 3;
  private static final byte NOT_ENCODABLE = 4;

  /** The bytes of an outcome or of its marker. */
  record EncodedOutcome(StoredOutcome stored, Replayability replayability) {}

  public static <T extends @Nullable Object> OutcomeFormat<T> of(OutcomeCodec<T> codec) {
    return new OutcomeFormat<>(codec, List.of(), DEFAULT_MAX_BYTES);
  }

  public OutcomeFormat<T> withFailure(RecordedFailureType<?> failure) {
    List<RecordedFailureType<?>> more = new ArrayList<>(failures);
    more.add(failure);
    return new OutcomeFormat<>(codec, List.copyOf(more), maxBytes);
  }

  public OutcomeFormat<T> withMaxBytes(int changed) {
    return new OutcomeFormat<>(codec, failures, changed);
  }

  boolean isRecorded(Throwable failure) {
    return failures.stream().anyMatch(recorded -> recorded.matches(failure));
  }

  /** Never fails: the operation has run, and this must be recorded. */
  EncodedOutcome write(IdempotencyKey key, Outcome<T> outcome, int maxStoreBytes) {
    EncodedOutcome encoded = write(key, outcome);
    int size = encoded.stored().size();
    return size > maxStoreBytes ? tooLarge(size) : encoded;
  }

  private EncodedOutcome write(IdempotencyKey key, Outcome<T> outcome) {
    try {
      return outcome instanceof Outcome.Threw<T> threw
          ? writeFailure(threw.failure())
          : writeValue(((Outcome.Returned<T>) outcome).value());
    } catch (Throwable codecFailed) {
      LOG.log(
          Level.ERROR,
          "{0}: the codec failed to encode the outcome, so it cannot be replayed: {1}",
          key,
          FailureText.describeWithoutMessage(codecFailed));
      return encoded(
          Replayability.NOT_ENCODABLE,
          out -> {
            out.writeByte(NOT_ENCODABLE);
            out.writeUTF(codecFailed.getClass().getName());
          });
    }
  }

  private EncodedOutcome writeValue(T value) throws IOException {
    return value == null
        ? new EncodedOutcome(StoredOutcome.of(new byte[] {NULL}), Replayability.REPLAYABLE)
        : contentOrTooLarge(codec.encode(value), out -> out.writeByte(VALUE));
  }

  private EncodedOutcome writeFailure(Throwable failure) throws IOException {
    for (RecordedFailureType<?> recorded : failures) {
      byte[] bytes = recorded.encode(failure);
      if (bytes != null) {
        return contentOrTooLarge(
            bytes,
            out -> {
              out.writeByte(FAILURE);
              out.writeUTF(recorded.type().getName());
            });
      }
    }
    throw new IllegalArgumentException("not a recorded type: " + failure.getClass().getName());
  }

  private EncodedOutcome contentOrTooLarge(byte[] content, Writer head) {
    if (content.length > maxBytes) {
      return tooLarge(content.length);
    }
    return encoded(
        Replayability.REPLAYABLE,
        out -> {
          head.write(out);
          out.write(content);
        });
  }

  private static EncodedOutcome tooLarge(int size) {
    return encoded(
        Replayability.TOO_LARGE,
        out -> {
          out.writeByte(TOO_LARGE);
          out.writeInt(size);
        });
  }

  private static EncodedOutcome encoded(Replayability replayability, Writer writer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      writer.write(out);
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
    return new EncodedOutcome(StoredOutcome.of(bytes.toByteArray()), replayability);
  }

  /**
   * Returns the recorded outcome, or throws {@link OutcomeNotReplayableException} with the reason.
   */
  public Outcome<T> read(IdempotencyKey key, StoredOutcome stored) {
    ByteArrayInputStream bytes = new ByteArrayInputStream(stored.bytes());
    try (DataInputStream in = new DataInputStream(bytes)) {
      byte kind = in.readByte();
      return switch (kind) {
        case NULL -> Outcome.returned(nullValue());
        case VALUE -> Outcome.returned(codec.decode(bytes.readAllBytes()));
        case FAILURE -> Outcome.threw(readFailure(in.readUTF(), bytes.readAllBytes()));
        case TOO_LARGE -> throw tooLarge(key, in.readInt());
        case NOT_ENCODABLE -> throw notEncodable(key, in.readUTF());
        default -> throw new IOException("unknown kind of outcome: " + kind);
      };
    } catch (OutcomeNotReplayableException marked) {
      throw marked;
    } catch (Throwable unreadable) {
      throw new OutcomeNotReplayableException(
          key,
          Replayability.NOT_DECODABLE,
          "its outcome cannot be decoded: " + FailureText.describeWithoutMessage(unreadable),
          unreadable);
    }
  }

  private Exception readFailure(String type, byte[] bytes) throws IOException {
    Optional<RecordedFailureType<?>> known =
        failures.stream().filter(failure -> failure.type().getName().equals(type)).findFirst();
    if (known.isEmpty()) {
      throw new IOException("no codec for failures of type " + PrintableText.oneLine(type));
    }
    return known.get().codec().decode(bytes);
  }

  private OutcomeNotReplayableException tooLarge(IdempotencyKey key, int size) {
    String detail = "its outcome of " + size + " bytes exceeds maxOutcomeBytes";
    return new OutcomeNotReplayableException(key, Replayability.TOO_LARGE, detail, null);
  }

  private static OutcomeNotReplayableException notEncodable(IdempotencyKey key, String failure) {
    String detail = "its outcome could not be encoded: " + PrintableText.oneLine(failure);
    return new OutcomeNotReplayableException(key, Replayability.NOT_ENCODABLE, detail, null);
  }

  /** A null is only recorded where {@code T} includes it. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T extends @Nullable Object> T nullValue() {
    return null;
  }

  @FunctionalInterface
  private interface Writer {

    void write(DataOutputStream out) throws IOException;
  }
}
