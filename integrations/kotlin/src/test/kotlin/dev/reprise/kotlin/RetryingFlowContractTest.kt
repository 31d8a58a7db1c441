package dev.reprise.kotlin

import dev.reprise.testing.contract.RetryDriverContract
import dev.reprise.testing.shape.CallShape
import dev.reprise.testing.shape.CallShape.Trait
import java.util.EnumSet
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.flow

/** The contract of all drivers, through flows. A flow has no result for the policy. */
class RetryingFlowContractTest : RetryDriverContract() {

  override fun shapes(): List<CallShape> =
    listOf(
      CallShape("flow without values", TRAITS) { retry, operation, _ ->
        CoroutineFuture {
          flow<Nothing> { operation.stage().awaited() }.retrying(retry).collect {}
          null
        }
      },
      CallShape("flow with values", TRAITS) { retry, operation, _ ->
        CoroutineFuture {
          val source = flow {
            operation.stage().awaited()
            emit(1)
            emit(2)
          }
          source.retrying(retry).collect {}
          null
        }
      },
      CallShape("flow, also after values", TRAITS) { retry, operation, _ ->
        CoroutineFuture {
          val source = flow {
            emit(1)
            operation.stage().awaited()
            emit(2)
          }
          source.retrying(retry, afterValues = true).collect {}
          null
        }
      },
    )

  private companion object {
    val TRAITS: Set<Trait> =
      EnumSet.of(
        Trait.TIMES_OUT_ATTEMPTS,
        Trait.ASYNC,
        Trait.OVERLAPS,
        Trait.STAGES,
        Trait.STRUCTURED,
      )
  }
}
