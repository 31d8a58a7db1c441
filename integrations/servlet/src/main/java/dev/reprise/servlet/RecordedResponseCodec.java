package dev.reprise.servlet;

import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.servlet.internal.response.ResponseCodec;
import java.io.IOException;

/** Writes and reads recorded responses in the format of {@link ResponseCodec}. */
final class RecordedResponseCodec implements OutcomeCodec<RecordedResponse> {

  @Override
  public byte[] encode(RecordedResponse response) throws IOException {
    return ResponseCodec.encode(response.content());
  }

  @Override
  public RecordedResponse decode(byte[] bytes) throws IOException {
    return new RecordedResponse(ResponseCodec.decode(bytes));
  }
}
