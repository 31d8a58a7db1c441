package dev.reprise.reactor.webclient;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Bodies of Netty's buffers, which must be released, and of which those not released are counted.
 */
final class CountedBuffers {

  private final NettyDataBufferFactory factory =
      new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT);
  private final Queue<ByteBuf> made = new ConcurrentLinkedQueue<>();
  private final AtomicInteger notEnded = new AtomicInteger();

  /** Phases end when all bodies have ended. */
  private final Phaser ends = new Phaser(1);

  DataBuffer buffer(String text) {
    ByteBuf bytes = UnpooledByteBufAllocator.DEFAULT.buffer();
    bytes.writeCharSequence(text, StandardCharsets.UTF_8);
    made.add(bytes);
    return factory.wrap(bytes);
  }

  private Flux<DataBuffer> body(Flux<String> parts) {
    return parts
        .map(this::buffer)
        .doOnDiscard(DataBuffer.class, DataBufferUtils::release)
        .doOnSubscribe(
            subscription -> {
              notEnded.incrementAndGet();
              ends.register();
            })
        .doFinally(
            signal -> {
              notEnded.decrementAndGet();
              ends.arriveAndDeregister();
            });
  }

  Flux<DataBuffer> of(String... parts) {
    return body(Flux.just(parts));
  }

  /** A body that stalls after its parts. */
  Flux<DataBuffer> withoutEnd(String... parts) {
    return body(Flux.just(parts).concatWith(Flux.never()));
  }

  /** A body that never ends. */
  Flux<DataBuffer> endless() {
    return body(Flux.generate(sink -> sink.next("busy ".repeat(1_000))));
  }

  /** A body whose parts come from other threads. */
  Flux<DataBuffer> delayed(String part, int count) {
    return body(
        Flux.range(0, count)
            .map(number -> part)
            .publishOn(Schedulers.boundedElastic())
            .concatMap(text -> Mono.delay(Duration.ofNanos(10_000)).thenReturn(text)));
  }

  static String text(DataBuffer buffer) {
    String text = buffer.toString(StandardCharsets.UTF_8);
    DataBufferUtils.release(buffer);
    return text;
  }

  /** Waits until all bodies have ended. */
  void awaitEnds() {
    ends.arriveAndAwaitAdvance();
  }

  String state() {
    long open = made.stream().filter(each -> each.refCnt() > 0).count();
    return open + " open, " + notEnded.get() + " bodies not ended";
  }
}
