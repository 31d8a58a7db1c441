package dev.reprise.idempotency.outcome;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The codec of operations that return null; it is never called. */
final class VoidCodec implements OutcomeCodec<@Nullable Void> {

  @Override
  public byte[] encode(@Nullable Void value) throws IOException {
    throw new IOException("there is no value of this type");
  }

  @Override
  public Void decode(byte[] bytes) throws IOException {
    throw new IOException("there is no value of this type");
  }
}
