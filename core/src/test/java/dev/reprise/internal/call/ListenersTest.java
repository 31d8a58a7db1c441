package dev.reprise.internal.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.LogCapture;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

class ListenersTest {

  private static final RetryEvent.Origin ORDERS = RetryEvent.Origin.of("orders");
  private static final RetryEvent FIRST_TRY = new RetryEvent.FirstAttemptSucceeded(ORDERS, 5);
  private static final RetryEvent STARTED = new RetryEvent.RetryStarted(ORDERS, 1, 2);

  private final List<RetryEvent> heard = new ArrayList<>();

  @Test
  void receive_the_types_of_event_to_which_they_subscribe() {
    Listeners listeners = Listeners.NONE.with(only(RetryEvent.FirstAttemptSucceeded.class));

    listeners.publish(STARTED);
    listeners.publish(FIRST_TRY);

    assertEquals(List.of(FIRST_TRY), heard);
  }

  @Test
  void receive_all_types_if_they_subscribe_to_the_common_one() {
    Listeners listeners = Listeners.NONE.with(only(RetryEvent.class));

    listeners.publish(STARTED);
    listeners.publish(FIRST_TRY);

    assertTrue(listeners.receiveFirstAttempt());
    assertEquals(List.of(STARTED, FIRST_TRY), heard);
  }

  @Test
  void receive_no_first_attempt_success_unless_one_subscribes() {
    Listeners listeners = Listeners.NONE.with(heard::add);
    listeners.publish(FIRST_TRY);

    assertEquals(List.of(), heard);
    assertFalse(listeners.receiveFirstAttempt());
    assertTrue(listeners.with(RetryListener.forAllEvents(heard::add)).receiveFirstAttempt());
  }

  @Test
  void are_notified_in_the_order_in_which_they_were_added() {
    List<String> order = new ArrayList<>();
    Listeners listeners =
        Listeners.NONE.with(event -> order.add("first")).with(event -> order.add("second"));

    listeners.publish(STARTED);

    assertEquals(List.of("first", "second"), order);
  }

  @Test
  void are_copied_when_one_is_added() {
    Listeners more = Listeners.NONE.with(heard::add);

    Listeners.NONE.publish(STARTED);

    assertTrue(Listeners.NONE.isEmpty());
    assertFalse(more.isEmpty());
    assertEquals(List.of(), heard);
  }

  @Test
  void continue_after_one_has_thrown_which_is_logged_once() {
    IllegalStateException bug = new IllegalStateException("a bug");
    RetryListener broken =
        event -> {
          throw bug;
        };
    Listeners listeners = Listeners.NONE.with(broken).with(heard::add);
    Listeners copy = listeners.with(event -> {});
    try (LogCapture log = new LogCapture(Level.ALL)) {
      for (int i = 0; i < 1_000; i++) {
        listeners.publish(STARTED);
        copy.publish(STARTED);
      }

      assertEquals(
          List.of(
              "WARNING Retry listener "
                  + broken.getClass().getName()
                  + " threw; it stays in use, and its further exceptions are not logged"),
          log.lines());
      assertSame(bug, log.records.get(0).getThrown());
    }
    assertEquals(2_000, heard.size());
  }

  @Test
  void are_logged_once_for_each_listener() {
    Listeners listeners = Listeners.NONE.with(ListenersTest::fail).with(ListenersTest::fail);
    try (LogCapture log = new LogCapture(Level.ALL)) {
      listeners.publish(STARTED);
      listeners.publish(STARTED);

      assertEquals(2, log.records.size());
    }
  }

  @Test
  void are_refused_if_their_subscription_is_null() {
    RetryListener undecided =
        new RetryListener() {
          @Override
          public void on(RetryEvent event) {}

          @Override
          public Set<Class<? extends RetryEvent>> events() {
            throw new IllegalStateException("undecided");
          }
        };

    assertThrows(IllegalStateException.class, () -> Listeners.NONE.with(undecided));
  }

  private static void fail(RetryEvent event) {
    throw new AssertionError(event);
  }

  private RetryListener only(Class<? extends RetryEvent> type) {
    return new RetryListener() {
      @Override
      public void on(RetryEvent event) {
        heard.add(event);
      }

      @Override
      public Set<Class<? extends RetryEvent>> events() {
        return Set.of(type);
      }
    };
  }
}
