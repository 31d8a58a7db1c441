package dev.reprise.idempotency.outcome;

/** Bytes as they are. */
final class BytesCodec implements OutcomeCodec<byte[]> {

  @Override
  public byte[] encode(byte[] value) {
    return value.clone();
  }

  @Override
  public byte[] decode(byte[] bytes) {
    return bytes;
  }
}
