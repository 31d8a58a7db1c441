package dev.reprise.testbed.http;

import java.time.Duration;
import java.util.Arrays;

/** Sends a body in chunks, each after the previous one was written. */
@SuppressWarnings("FutureReturnValueIgnored")
final class ChunkedBody {
  private static final int HUGE_PIECE_BYTES = 64 * 1024;

  private ChunkedBody() {}

  static void zeros(Exchange exchange, long left) {
    if (left == 0) {
      exchange.finish();
      return;
    }
    int length = (int) Math.min(left, HUGE_PIECE_BYTES);
    exchange
        .data(new byte[length])
        .addListener(
            sent -> {
              if (sent.isSuccess()) {
                zeros(exchange, left - length);
              }
            });
  }

  static void slowly(Exchange exchange, byte[] body, int piece, Duration pause) {
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
                        byte[] rest = Arrays.copyOfRange(body, length, body.length);
                        slowly(exchange, rest, piece, pause);
                      }
                    }));
  }
}
