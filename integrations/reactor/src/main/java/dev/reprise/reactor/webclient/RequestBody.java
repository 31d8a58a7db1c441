package dev.reprise.reactor.webclient;

import dev.reprise.http.BodyChangedException;
import dev.reprise.http.client.BodyCheck;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpRequestDecorator;
import org.springframework.web.reactive.function.BodyInserter;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The body of one request. Each time it is sent, it must have the same bytes. */
final class RequestBody {

  private final BodyInserter<?, ? super ClientHttpRequest> inserter;
  private final OneBoundary boundary = new OneBoundary();
  private final BodyCheck check = new BodyCheck();
  private final AtomicBoolean started = new AtomicBoolean();

  RequestBody(BodyInserter<?, ? super ClientHttpRequest> inserter) {
    this.inserter = inserter;
  }

  /** Returns true if an attempt has started to read the body. */
  boolean isStarted() {
    return started.get();
  }

  Sending begin() {
    return new Sending();
  }

  private enum Progress {
    NOT_SENT,
    SENT,
    ABANDONED
  }

  /** The request of one attempt. */
  final class Sending implements BodyInserter<Object, ClientHttpRequest> {

    // The attempt may be given up, as one that had no effect, while its connection is completed:
    // one of the two changes the progress, and the other one finds it changed.
    private final AtomicReference<Progress> progress = new AtomicReference<>(Progress.NOT_SENT);
    private final AtomicInteger insertions = new AtomicInteger();

    /** Returns true if the client has sent the request more than once, as after a redirect. */
    boolean isRepeatedByClient() {
      return insertions.get() > 1;
    }

    /** Returns true if nothing was sent, and nothing will be. */
    boolean abandonUnlessSent() {
      progress.compareAndSet(Progress.NOT_SENT, Progress.ABANDONED);
      return progress.get() == Progress.ABANDONED;
    }

    @Override
    public Mono<Void> insert(ClientHttpRequest request, BodyInserter.Context context) {
      progress.compareAndSet(Progress.NOT_SENT, Progress.SENT);
      if (progress.get() == Progress.ABANDONED) {
        return Mono.error(new CancellationException("the attempt has ended before it was sent"));
      }
      insertions.incrementAndGet();
      return inserter.insert(new CheckedRequest(request), boundary.in(context));
    }
  }

  /** A request whose body is checked while it is written. */
  private final class CheckedRequest extends ClientHttpRequestDecorator {

    CheckedRequest(ClientHttpRequest request) {
      super(request);
    }

    /** A Mono stays a Mono: connectors send it with its length. */
    @Override
    public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
      return begun(
          sending ->
              super.writeWith(
                  body instanceof Mono<? extends DataBuffer> whole
                      ? checked(whole, sending)
                      : checked(Flux.from(body), sending)));
    }

    @Override
    public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
      return begun(
          sending ->
              super.writeAndFlushWith(
                  Flux.from(body)
                      .doOnSubscribe(subscription -> started.set(true))
                      .map(part -> Flux.<DataBuffer>from(part).map(each -> pass(sending, each)))
                      .concatWith(end(sending))));
    }

    /** Begins before the header fields are sent, which may announce a different length. */
    private Mono<Void> begun(Function<BodyCheck.Sending, Mono<Void>> write) {
      return Mono.defer(
          () -> {
            try {
              return write.apply(check.begin(getHeaders().getContentLength()));
            } catch (BodyChangedException changed) {
              return Mono.error(changed);
            }
          });
    }

    private Mono<DataBuffer> checked(Mono<? extends DataBuffer> body, BodyCheck.Sending sending) {
      return body.doOnSubscribe(subscription -> started.set(true))
          .<DataBuffer>map(
              buffer -> {
                DataBuffer passed = pass(sending, buffer);
                endOrRelease(sending, passed);
                return passed;
              })
          .switchIfEmpty(end(sending));
    }

    private Flux<DataBuffer> checked(Flux<? extends DataBuffer> body, BodyCheck.Sending sending) {
      return body.doOnSubscribe(subscription -> started.set(true))
          .<DataBuffer>map(buffer -> pass(sending, buffer))
          .concatWith(end(sending));
    }
  }

  private static <T> Mono<T> end(BodyCheck.Sending sending) {
    return Mono.defer(
        () -> {
          try {
            sending.end();
            return Mono.empty();
          } catch (IOException changed) {
            return Mono.error(changed);
          }
        });
  }

  private static DataBuffer pass(BodyCheck.Sending sending, DataBuffer buffer) {
    try (DataBuffer.ByteBufferIterator parts = buffer.readableByteBuffers()) {
      for (Iterator<ByteBuffer> each = parts; each.hasNext(); ) {
        sending.pass(each.next());
      }
      return buffer;
    } catch (IOException changed) {
      DataBufferUtils.release(buffer);
      throw Exceptions.propagate(changed);
    }
  }

  private static void endOrRelease(BodyCheck.Sending sending, DataBuffer buffer) {
    try {
      sending.end();
    } catch (IOException changed) {
      DataBufferUtils.release(buffer);
      throw Exceptions.propagate(changed);
    }
  }
}
