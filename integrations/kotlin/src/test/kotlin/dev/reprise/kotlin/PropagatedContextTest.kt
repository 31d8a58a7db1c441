package dev.reprise.kotlin

import dev.reprise.policy.Idempotency
import io.opentelemetry.api.trace.Span
import io.opentelemetry.api.trace.SpanContext
import io.opentelemetry.api.trace.TraceFlags
import io.opentelemetry.api.trace.TraceState
import io.opentelemetry.context.Context
import io.opentelemetry.extension.kotlin.asContextElement
import java.io.IOException
import java.util.concurrent.Executors
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.slf4j.MDCContext
import kotlinx.coroutines.withContext
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.slf4j.MDC

/** Elements of the caller's coroutine context in attempts, on threads that do not have them. */
class PropagatedContextTest {

  private val plain = retry("orders") { backoff(fixed(1.milliseconds)) }
  private val timed =
    plain.withPolicy(retryPolicy(plain.policy()) { attemptTimeout(5_000.milliseconds) })
  private val hedged =
    plain.withPolicy(
      retryPolicy(plain.policy()) {
        idempotency(Idempotency.IDEMPOTENT)
        hedgeAfter(5_000.milliseconds)
      }
    )

  private fun seenBy(
    read: () -> String?,
    element: kotlin.coroutines.CoroutineContext,
  ): Set<String?> {
    val seen = mutableSetOf<String?>()
    Executors.newFixedThreadPool(2).asCoroutineDispatcher().use { other ->
      runBlocking(element) {
        for (retry in listOf(plain, timed, hedged)) {
          withContext(other) {
            retry.suspending { attempt ->
              seen += read()
              delay(1)
              seen += read()
              if (attempt.number() < 3) {
                throw IOException("reset")
              }
            }
            seen += read()
          }
        }
        seen += read()
      }
    }
    return seen
  }

  @Test
  fun the_logging_context_is_that_of_the_caller_in_all_attempts_and_after_the_call() {
    MDC.put("order", "o-1")
    try {
      assertThat(seenBy({ MDC.get("order") }, MDCContext())).containsExactly("o-1")
    } finally {
      MDC.clear()
    }
  }

  @Test
  fun the_span_of_the_caller_is_current_in_all_attempts_and_after_the_call() {
    val trace = "0af7651916cd43dd8448eb211c80319c"
    val span =
      Span.wrap(
        SpanContext.create(
          trace,
          "b7ad6b7169203331",
          TraceFlags.getSampled(),
          TraceState.getDefault(),
        )
      )
    val element = Context.root().with(span).asContextElement()
    assertThat(seenBy({ Span.current().spanContext.traceId }, element)).containsExactly(trace)
  }
}
