package dev.reprise.kotlin

import dev.reprise.Retry
import dev.reprise.testing.ScriptedOperation
import dev.reprise.testing.VirtualTime
import dev.reprise.testing.contract.RetryDriverContract
import dev.reprise.testing.shape.CallShape
import dev.reprise.testing.shape.CallShape.Trait
import java.util.EnumSet

/** The contract of all drivers, through suspend functions. */
class SuspendingContractTest : RetryDriverContract() {

  override fun shapes(): List<CallShape> =
    listOf(
      CallShape("suspending", PLAIN, ::begin),
      CallShape("suspending, hedged", HEDGED) { retry, operation, time ->
        begin(retry.hedgedLate(), operation, time)
      },
    )

  private fun begin(
    retry: Retry,
    operation: ScriptedOperation<Any?>,
    @Suppress("UNUSED_PARAMETER") time: VirtualTime,
  ) = CoroutineFuture { retry.suspending { attempt -> operation.stageWith(attempt).awaited() } }

  private companion object {
    val PLAIN: Set<Trait> =
      EnumSet.of(
        Trait.RETURNS_VALUES,
        Trait.TIMES_OUT_ATTEMPTS,
        Trait.ASYNC,
        Trait.OVERLAPS,
        Trait.STAGES,
        Trait.SHOWS_ATTEMPT,
        Trait.STRUCTURED,
      )
    val HEDGED: Set<Trait> = PLAIN + Trait.HEDGES
  }
}
