package dev.reprise.idempotency;

import dev.reprise.classify.Outcome;
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
 * Outcomes as bytes: a byte for the kind, then the bytes of the codec. An outcome that cannot be
 * kept leaves a mark that there was one.
 */
record OutcomeFormat<T extends @Nullable Object>(
    OutcomeCodec<T> codec, List<RecordedFailure<?>> failures, int maxBytes) {

  static final int DEFAULT_MAX_BYTES = 64 * 1024;

  private static final Logger LOG = System.getLogger("dev.reprise.idempotency");

  private static final byte NULL = 0;
  private static final byte VALUE = 1;
  private static final byte FAILURE = 2;
  private static final byte TOO_LARGE = 3;
  private static final byte NOT_ENCODABLE = 4;

  /** An outcome, or the mark in its place. */
  record Written(StoredOutcome stored, Replayability replayability) {}

  static <T extends @Nullable Object> OutcomeFormat<T> of(OutcomeCodec<T> codec) {
    return new OutcomeFormat<>(codec, List.of(), DEFAULT_MAX_BYTES);
  }

  OutcomeFormat<T> withFailure(RecordedFailure<?> failure) {
    List<RecordedFailure<?>> more = new ArrayList<>(failures);
    more.add(failure);
    return new OutcomeFormat<>(codec, List.copyOf(more), maxBytes);
  }

  OutcomeFormat<T> withMaxBytes(int changed) {
    return new OutcomeFormat<>(codec, failures, changed);
  }

  boolean isRecorded(Throwable failure) {
    return failures.stream().anyMatch(recorded -> recorded.matches(failure));
  }

  /** Never fails: the operation has run, and that must be recorded. */
  Written write(IdempotencyKey key, Outcome<T> outcome, int storeTakes) {
    Written written = write(key, outcome);
    int size = written.stored().size();
    return size > storeTakes ? tooLarge(size) : written;
  }

  private Written write(IdempotencyKey key, Outcome<T> outcome) {
    try {
      return outcome instanceof Outcome.Threw<T> threw
          ? writeFailure(threw.failure())
          : writeValue(((Outcome.Returned<T>) outcome).value());
    } catch (Throwable codecFailed) {
      LOG.log(
          Level.ERROR,
          "{0}: the codec cannot write the outcome, so it cannot be replayed: {1}",
          key,
          FailureText.describeWithoutMessage(codecFailed));
      return mark(
          Replayability.NOT_ENCODABLE,
          out -> {
            out.writeByte(NOT_ENCODABLE);
            out.writeUTF(codecFailed.getClass().getName());
          });
    }
  }

  private Written writeValue(T value) throws IOException {
    return value == null
        ? new Written(StoredOutcome.of(new byte[] {NULL}), Replayability.REPLAYABLE)
        : bounded(codec.encode(value), out -> out.writeByte(VALUE));
  }

  private Written writeFailure(Throwable failure) throws IOException {
    for (RecordedFailure<?> recorded : failures) {
      byte[] bytes = recorded.encode(failure);
      if (bytes != null) {
        return bounded(
            bytes,
            out -> {
              out.writeByte(FAILURE);
              out.writeUTF(recorded.type().getName());
            });
      }
    }
    throw new IllegalArgumentException("not a recorded type: " + failure.getClass().getName());
  }

  private Written bounded(byte[] content, Part head) {
    if (content.length > maxBytes) {
      return tooLarge(content.length);
    }
    return mark(
        Replayability.REPLAYABLE,
        out -> {
          head.write(out);
          out.write(content);
        });
  }

  private static Written tooLarge(int size) {
    return mark(
        Replayability.TOO_LARGE,
        out -> {
          out.writeByte(TOO_LARGE);
          out.writeInt(size);
        });
  }

  private static Written mark(Replayability replayability, Part part) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      part.write(out);
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
    return new Written(StoredOutcome.of(bytes.toByteArray()), replayability);
  }

  /**
   * Returns the recorded outcome, or throws {@link OutcomeNotReplayableException} with the reason.
   */
  Outcome<T> read(IdempotencyKey key, StoredOutcome stored) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(stored.bytes()))) {
      byte kind = in.readByte();
      return switch (kind) {
        case NULL -> Outcome.returned(nothing());
        case VALUE -> Outcome.returned(codec.decode(in.readAllBytes()));
        case FAILURE -> Outcome.threw(readFailure(in.readUTF(), in.readAllBytes()));
        case TOO_LARGE -> throw tooLarge(key, in.readInt());
        case NOT_ENCODABLE -> throw notEncodable(key, in.readUTF());
        default -> throw new IOException("unknown kind of outcome: " + kind);
      };
    } catch (OutcomeNotReplayableException known) {
      throw known;
    } catch (Throwable unreadable) {
      throw new OutcomeNotReplayableException(
          key,
          Replayability.NOT_DECODABLE,
          "its outcome cannot be read: " + FailureText.describeWithoutMessage(unreadable),
          unreadable);
    }
  }

  private Exception readFailure(String type, byte[] bytes) throws IOException {
    Optional<RecordedFailure<?>> known =
        failures.stream().filter(failure -> failure.type().getName().equals(type)).findFirst();
    if (known.isEmpty()) {
      throw new IOException("no codec for failures of type " + PrintableText.oneLine(type));
    }
    return known.get().codec().decode(bytes);
  }

  private OutcomeNotReplayableException tooLarge(IdempotencyKey key, int size) {
    String detail = "maxOutcomeBytes was exceeded: its outcome had " + size + " bytes";
    return new OutcomeNotReplayableException(key, Replayability.TOO_LARGE, detail, null);
  }

  private static OutcomeNotReplayableException notEncodable(IdempotencyKey key, String failure) {
    String detail = "its outcome could not be written: " + PrintableText.oneLine(failure);
    return new OutcomeNotReplayableException(key, Replayability.NOT_ENCODABLE, detail, null);
  }

  /** A null is only recorded where {@code T} has it. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T extends @Nullable Object> T nothing() {
    return null;
  }

  /** Writes a part of the bytes. */
  @FunctionalInterface
  private interface Part {

    void write(DataOutputStream out) throws IOException;
  }
}
