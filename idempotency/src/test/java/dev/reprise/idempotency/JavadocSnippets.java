package dev.reprise.idempotency;

import dev.reprise.idempotency.overload.SlotReservations;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import org.jspecify.annotations.Nullable;

/** The code shown in the Javadoc of this module. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  static IdempotencyStore store() {
    IdempotencyStore store = new InMemoryIdempotencyStore(1_000);
    return store;
  }

  static SlotReservations.@Nullable Slot slot() {
    SlotReservations.Slot slot = SlotReservations.perSecond(100).reserve();
    return slot;
  }
}
