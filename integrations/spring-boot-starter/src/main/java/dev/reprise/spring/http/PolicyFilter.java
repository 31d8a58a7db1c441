package dev.reprise.spring.http;

import dev.reprise.function.Attempt;
import dev.reprise.reactor.webclient.RetryFilter;
import dev.reprise.spring.policies.PerPolicy;
import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientRequestObservationContext;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** Looks up the policy of each request of a {@code WebClient}, and retries it. */
record PolicyFilter(PerPolicy<RetryFilter> filters, String policy)
    implements ExchangeFilterFunction {

  @Override
  public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
    return Mono.defer(() -> retried(request, next));
  }

  private Mono<ClientResponse> retried(ClientRequest request, ExchangeFunction next) {
    if (!RequestPolicy.isEnabled(request.attributes())) {
      return next.exchange(request);
    }
    String other = RequestPolicy.policyOf(request.attributes());
    RetryFilter filter = filters.of(other == null ? policy : other);
    AtomicInteger attempts = new AtomicInteger();
    ExchangeFunction counted =
        attempt -> {
          attempts.incrementAndGet();
          return withAttempt(attempt, next);
        };
    return Mono.deferContextual(
        context ->
            filter
                .filter(request, counted)
                .doOnTerminate(() -> ResendCount.addTo(observation(context), attempts.get())));
  }

  /** The observation of the request, which contains all attempts. */
  private static @Nullable Observation observation(ContextView context) {
    return context
        .<Observation>getOrEmpty(ObservationThreadLocalAccessor.KEY)
        .filter(request -> request.getContextView() instanceof ClientRequestObservationContext)
        .orElse(null);
  }

  /** The filters behind this one find the attempt in an attribute, as interceptors do. */
  private static Mono<ClientResponse> withAttempt(ClientRequest request, ExchangeFunction next) {
    return Mono.deferContextual(
        context -> {
          Attempt attempt = context.get(Attempt.class);
          return next.exchange(
              ClientRequest.from(request).attribute(RetryAttributes.ATTEMPT, attempt).build());
        });
  }
}
