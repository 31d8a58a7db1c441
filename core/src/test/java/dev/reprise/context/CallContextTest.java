package dev.reprise.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallContextTest {

  private final ThreadLocal<String> local = new ThreadLocal<>();
  private final List<String> log = new ArrayList<>();

  @Test
  void sets_a_thread_local_while_the_scope_is_open() {
    local.set("caller");
    CallContext.Snapshot snapshot = CallContext.of(local::get, local::set, local::remove).capture();
    local.set("before");

    CallContext.Scope scope = snapshot.open();
    assertEquals("caller", local.get());
    local.set("changed within");
    scope.close();

    assertEquals("before", local.get());
  }

  @Test
  void a_thread_without_a_value_has_none_afterwards() {
    local.set("caller");
    CallContext.Snapshot snapshot = CallContext.of(local::get, local::set, local::remove).capture();
    local.remove();

    snapshot.open().close();

    assertNull(local.get());
  }

  @Test
  void captures_a_missing_value_of_the_caller_as_well() {
    CallContext.Snapshot snapshot = CallContext.of(local::get, local::set, local::remove).capture();
    local.set("of the thread");

    CallContext.Scope scope = snapshot.open();
    assertNull(local.get());
    scope.close();

    assertEquals("of the thread", local.get());
  }

  @Test
  void opens_a_snapshot_any_number_of_times() {
    local.set("caller");
    CallContext.Snapshot snapshot = CallContext.of(local::get, local::set, local::remove).capture();
    local.set("before");

    CallContext.Scope outer = snapshot.open();
    local.set("changed within");
    CallContext.Scope inner = snapshot.open();
    assertEquals("caller", local.get());
    inner.close();
    assertEquals("changed within", local.get());
    outer.close();

    assertEquals("before", local.get());
  }

  @Test
  void opens_two_contexts_in_order_and_closes_them_in_reverse_order() {
    CallContext.Snapshot both = recording("outer").and(recording("inner")).capture();
    both.open().close();

    assertEquals(
        List.of(
            "outer captured",
            "inner captured",
            "outer opened",
            "inner opened",
            "inner closed",
            "outer closed"),
        log);
  }

  @Test
  void closes_the_outer_one_even_if_closing_the_inner_one_throws() {
    CallContext inner =
        () ->
            () ->
                () -> {
                  throw new IllegalStateException("close");
                };
    CallContext.Scope scope = recording("outer").and(inner).capture().open();

    assertThrows(IllegalStateException.class, scope::close);
    assertEquals("outer closed", log.get(log.size() - 1));
  }

  @Test
  void closes_the_outer_one_if_the_inner_one_does_not_open() {
    CallContext inner =
        () ->
            () -> {
              throw new IllegalStateException("open");
            };
    CallContext.Snapshot both = recording("outer").and(inner).capture();

    assertThrows(IllegalStateException.class, both::open);
    assertEquals("outer closed", log.get(log.size() - 1));
  }

  private CallContext recording(String name) {
    return () -> {
      log.add(name + " captured");
      return () -> {
        log.add(name + " opened");
        return () -> log.add(name + " closed");
      };
    };
  }
}
