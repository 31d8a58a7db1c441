package dev.reprise.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RetryListenerTest {

  @Test
  void receives_all_events_except_first_attempt_success_by_default() {
    RetryListener listener = event -> {};

    assertEquals(
        Set.of(
            RetryEvent.RetryStarted.class,
            RetryEvent.HedgeStarted.class,
            RetryEvent.HedgeRefused.class,
            RetryEvent.AttemptFinished.class,
            RetryEvent.CallFinished.class),
        listener.events());
  }

  @Test
  void receives_every_type_of_event_if_wrapped_so() {
    List<RetryEvent> heard = new ArrayList<>();
    RetryListener everything = RetryListener.forAllEvents(heard::add);
    RetryEvent event = new RetryEvent.FirstAttemptSucceeded(RetryEvent.Origin.of("orders"), 5);

    everything.on(event);

    assertSame(event, heard.get(0));
    assertEquals(
        Set.of(RetryEvent.class.getPermittedSubclasses()), Set.copyOf(everything.events()));
  }
}
