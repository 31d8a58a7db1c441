package dev.reprise.reactor;

import dev.reprise.PlainCall;
import dev.reprise.RetryResult;
import dev.reprise.testing.contract.RetryDriverContract;
import dev.reprise.testing.shape.CallShape;
import dev.reprise.testing.shape.CallShape.Trait;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The contract of all call shapes, through the operators for Mono and Flux. The companion of
 * retryWhen is not one of them: Reactor makes its first attempt without a pause, and reports no
 * cancellation and no timeout.
 */
class ReactorContractTest extends RetryDriverContract {

  @Override
  protected List<CallShape> shapes() {
    Set<Trait> hedging = EnumSet.copyOf(ReactorShapes.TRAITS);
    hedging.add(Trait.HEDGES);
    Set<Trait> withoutResults = EnumSet.copyOf(ReactorShapes.TRAITS);
    withoutResults.remove(Trait.RETURNS_VALUES);
    return List.of(
        ReactorShapes.shape(
            "Mono",
            ReactorShapes.TRAITS,
            (retry, op) -> retry.monoWith(attempt -> ReactorShapes.mono(op, attempt))),
        ReactorShapes.shape(
            "Mono with a fallback",
            ReactorShapes.TRAITS,
            (retry, op) ->
                retry.monoOrElse(
                    attempt -> ReactorShapes.mono(op, attempt), ReactorContractTest::sameEnd)),
        ReactorShapes.shape(
            "Flux",
            ReactorShapes.TRAITS,
            (retry, op) -> retry.fluxWith(attempt -> ReactorShapes.mono(op, attempt)).next()),
        ReactorShapes.shape(
            "Flux of several items",
            ReactorShapes.TRAITS,
            (retry, op) ->
                retry
                    .fluxWith(
                        attempt ->
                            ReactorShapes.mono(op, attempt)
                                .flatMapMany(item -> Flux.just(item, "second", "third")))
                    .collectList()
                    .mapNotNull(items -> items.isEmpty() ? null : items.get(0))),
        ReactorShapes.shape(
            "Flux, subscribed again after items",
            withoutResults,
            (retry, op) ->
                retry
                    .resubscribingAfterItems()
                    .fluxWith(attempt -> ReactorShapes.mono(op, attempt))
                    .then(Mono.empty())),
        ReactorShapes.shape(
            "Mono, hedged",
            hedging,
            (retry, op) -> retry.monoWith(attempt -> ReactorShapes.mono(op, attempt))),
        ReactorShapes.shape(
            "Flux, hedged",
            hedging,
            (retry, op) -> retry.fluxWith(attempt -> ReactorShapes.mono(op, attempt)).next()));
  }

  private static Mono<Object> sameEnd(RetryResult<Object> failed) {
    return Mono.error(PlainCall.failureOf(failed));
  }
}
