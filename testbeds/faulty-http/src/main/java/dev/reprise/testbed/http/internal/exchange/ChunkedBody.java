package dev.reprise.testbed.http.internal.exchange;

import java.time.Duration;
import java.util.Arrays;

/** Sends a body in pieces, each after the previous one was written. */
@SuppressWarnings("FutureReturnValueIgnored")
public final class ChunkedBody {
  private static final int PIECE_BYTES = 64 * 1024;

  private ChunkedBody() {}

  public static void sendZeros(Exchange exchange, long remaining) {
    if (remaining == 0) {
      exchange.finish();
      return;
    }
    int length = (int) Math.min(remaining, PIECE_BYTES);
    exchange
        .data(new byte[length])
        .addListener(
            sent -> {
              if (sent.isSuccess()) {
                sendZeros(exchange, remaining - length);
              }
            });
  }

  public static void sendSlowly(Exchange exchange, byte[] body, int piece, Duration pause) {
    if (body.length == 0) {
      exchange.finish();
      return;
    }
    int length = Math.min(piece, body.length);
    exchange.later(
        pause,
        () ->
            exchange
                .data(Arrays.copyOf(body, length))
                .addListener(
                    sent -> {
                      if (sent.isSuccess()) {
                        byte[] remaining = Arrays.copyOfRange(body, length, body.length);
                        sendSlowly(exchange, remaining, piece, pause);
                      }
                    }));
  }
}
