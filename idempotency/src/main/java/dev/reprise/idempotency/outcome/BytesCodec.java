package dev.reprise.idempotency.outcome;

/** The codec of byte arrays: it copies them. */
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
