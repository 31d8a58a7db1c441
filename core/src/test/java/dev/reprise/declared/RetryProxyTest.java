package dev.reprise.declared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Decorated;
import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.internal.call.Sneaky;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RetryProxyTest {

  private final Retry retry =
      Retry.of(RetryPolicy.builder().backoff(Backoff.none()).retryOn(IOException.class).build())
          .named("orders");
  private int calls;

  private <T> T fail() throws IOException {
    calls++;
    throw new IOException("down");
  }

  public interface Store<T> {
    @Retryable
    void save(T item) throws IOException;

    T load() throws IOException;
  }

  public interface TextStore extends Store<String> {
    @Override
    void save(String text) throws IOException;

    @Override
    @Retryable(maxAttempts = 5)
    String load() throws IOException;
  }

  private class FailingStore implements TextStore {
    @Override
    public void save(String text) throws IOException {
      fail();
    }

    @Override
    public String load() throws IOException {
      return fail();
    }

    @Override
    public String toString() {
      return "a failing store";
    }
  }

  @Test
  void a_method_has_the_annotation_of_the_generic_method_that_it_overrides() {
    TextStore store = RetryProxy.of(retry, TextStore.class, new FailingStore());

    assertThrows(IOException.class, () -> store.save("text"));

    assertEquals(3, calls);
  }

  @Test
  void a_call_through_the_erased_signature_is_retried_too() {
    Store<String> store = RetryProxy.of(retry, TextStore.class, new FailingStore());

    assertThrows(IOException.class, () -> store.save("text"));
    assertThrows(IOException.class, store::load);

    assertEquals(3 + 5, calls);
  }

  public interface Answers<T> {
    @Retryable
    T answer() throws IOException;
  }

  public interface LaterAnswers extends Answers<CompletableFuture<String>> {}

  @Test
  void a_future_as_type_argument_is_retried_as_a_stage() throws IOException {
    LaterAnswers target =
        () ->
            ++calls < 3
                ? CompletableFuture.failedFuture(new IOException("down"))
                : CompletableFuture.completedFuture("page");

    assertEquals("page", RetryProxy.of(retry, LaterAnswers.class, target).answer().join());
  }

  public interface Legacy {
    void delete(String id) throws IOException;

    String find(String id) throws IOException;
  }

  private class Annotated implements Legacy {
    @Override
    @Retryable(maxAttempts = 4)
    public void delete(String id) throws IOException {
      fail();
    }

    @Override
    public String find(String id) throws IOException {
      return fail();
    }
  }

  @Test
  void uses_the_target_class_if_the_interface_has_no_annotation() {
    Legacy legacy = RetryProxy.of(retry, Legacy.class, new Annotated() {});

    assertThrows(IOException.class, () -> legacy.delete("7"));
    assertThrows(IOException.class, () -> legacy.find("7"));

    assertEquals(4 + 1, calls);
  }

  @Retryable(maxAttempts = 2)
  public interface Both extends Legacy {}

  @Test
  void the_interface_has_priority_over_the_method_of_the_target_class() {
    class AnnotatedBoth extends Annotated implements Both {}
    Both both = RetryProxy.of(retry, Both.class, new AnnotatedBoth());

    assertThrows(IOException.class, () -> both.delete("7"));

    assertEquals(2, calls);
  }

  public interface Left {
    @Retryable(maxAttempts = 2)
    void act();
  }

  public interface Right {
    @Retryable(maxAttempts = 3)
    void act();
  }

  public interface Torn extends Left, Right {}

  @Test
  void two_different_inherited_annotations_are_an_error_that_names_both() {
    assertRefused(
        Torn.class,
        () -> {},
        "Torn.act() inherits two different @Retryable, from",
        "Left",
        "Right");
  }

  public interface Mended extends Left, Right {
    @Override
    @Retryable(maxAttempts = 4)
    void act();
  }

  @Test
  void an_annotation_on_the_subtype_resolves_the_conflict() {
    Mended target =
        () -> {
          calls++;
          throw new java.io.UncheckedIOException(new IOException("down"));
        };
    Retry every = Retry.of(RetryPolicy.builder().backoff(Backoff.none()).build());

    assertThrows(
        java.io.UncheckedIOException.class, RetryProxy.of(every, Mended.class, target)::act);

    assertEquals(4, calls);
  }

  public interface Sneaking {
    @Retryable
    void undeclared();
  }

  @Test
  void an_undeclared_checked_exception_is_wrapped_as_by_every_proxy() {
    IOException down = new IOException("down");
    Sneaking target =
        () -> {
          calls++;
          throw Sneaky.throwing(down);
        };

    UndeclaredThrowableException thrown =
        assertThrows(
            UndeclaredThrowableException.class,
            RetryProxy.of(retry, Sneaking.class, target)::undeclared);

    assertSame(down, thrown.getUndeclaredThrowable());
    assertEquals(3, calls);
  }

  interface Hidden {
    @Retryable
    String find() throws IOException;

    @Retryable(maxAttempts = 2)
    default String twice() throws IOException {
      return find() + find();
    }
  }

  @Test
  void a_hidden_interface_needs_a_lookup_and_the_error_explains_it() {
    assertRefused(
        Hidden.class,
        () -> "page",
        "RetryProxyTest$Hidden of unnamed module",
        "is not open to everyone",
        "RetryProxy.of(retry, Hidden.class, target, MethodHandles.lookup())");
  }

  @Test
  void a_hidden_interface_is_decorated_with_a_lookup_including_its_default_methods()
      throws IOException {
    Hidden target = () -> calls % 2 == 1 ? "page".repeat(calls++) : fail();

    Hidden hidden = RetryProxy.of(retry, Hidden.class, target, MethodHandles.lookup());

    assertEquals("page" + "pagepagepage", hidden.twice());
  }

  @Retryable
  public interface AboveIt extends Hidden {}

  @Test
  void a_default_method_of_a_hidden_superinterface_needs_a_lookup_too() throws IOException {
    AboveIt target = () -> calls % 2 == 1 ? "page".repeat(calls++) : fail();
    assertRefused(
        AboveIt.class,
        target,
        "RetryProxyTest$Hidden of unnamed module",
        "is not open to everyone",
        "RetryProxy.of(retry, AboveIt.class, target, MethodHandles.lookup())");

    AboveIt seen = RetryProxy.of(retry, AboveIt.class, target, MethodHandles.lookup());

    assertEquals("page" + "pagepagepage", seen.twice());
  }

  @Test
  void refuses_a_lookup_without_access_to_the_interface() {
    Hidden target = () -> "page";
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> RetryProxy.of(retry, Hidden.class, target, MethodHandles.publicLookup()));
    assertTrue(refused.getMessage().contains("cannot be seen by"), refused.getMessage());
  }

  public interface Equal {
    @Override
    @Retryable
    boolean equals(Object other);
  }

  @Test
  void methods_of_object_cannot_be_retried() {
    assertRefused(Equal.class, new Equal() {}, "Equal.equals(Object) is a method of Object");
  }

  public interface WithStatic {
    @Retryable
    static void helper(int number) {}
  }

  public interface WithPrivate extends WithSecret {}

  public interface WithSecret {
    @Retryable
    private void secret() {}
  }

  @Test
  void refuses_an_annotation_where_no_call_can_be_retried() {
    assertRefused(
        WithStatic.class, new WithStatic() {}, "WithStatic.helper(int) is static, so that no call");
    assertRefused(
        WithPrivate.class, new WithPrivate() {}, "WithSecret.secret() is private, so that no call");
  }

  public sealed interface Sealed permits OnlyOne {}

  public static final class OnlyOne implements Sealed {}

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"})
  void refuses_what_a_proxy_cannot_implement() {
    assertRefused(Sealed.class, new OnlyOne(), "api must be an interface that a proxy can");
    assertRefused(String.class, "text", "but was class java.lang.String");
    assertRefused((Class) Legacy.class, "text", "target must be of", "but was of java.lang.String");
  }

  @Test
  void decorates_interfaces_of_the_jdk_if_the_target_is_annotated() throws Exception {
    @Retryable
    class Page implements Callable<String> {
      @Override
      public String call() throws IOException {
        return ++calls < 3 ? fail() : "page";
      }
    }
    @SuppressWarnings("unchecked")
    Callable<String> page = RetryProxy.of(retry, Callable.class, new Page());

    assertEquals("page", page.call());
  }

  @Test
  void prints_the_target_the_policy_and_each_method_with_its_own_policy() {
    TextStore store = RetryProxy.of(retry, TextStore.class, new FailingStore());

    assertEquals(
        "orders("
            + retry.policy()
            + ") around a failing store, TextStore.load() by "
            + retry.policy().toBuilder().maxAttempts(5).build(),
        store.toString());
  }

  @Test
  void is_equal_only_to_itself() {
    TextStore target = new FailingStore();
    TextStore store = RetryProxy.of(retry, TextStore.class, target);

    assertEquals(store, store);
    assertEquals(store.hashCode(), store.hashCode());
    assertNotEquals(store, RetryProxy.of(retry, TextStore.class, target));
    assertNotEquals(store, target);
    assertNotEquals(null, store);
  }

  @Test
  void finds_target_and_retry_of_a_decorated_object() {
    TextStore target = new FailingStore();
    TextStore inner = RetryProxy.of(retry, TextStore.class, target);
    TextStore outer = RetryProxy.of(retry.named("outer"), TextStore.class, inner);

    assertSame(inner, RetryProxy.targetOf(outer));
    assertSame(target, RetryProxy.targetOf(RetryProxy.targetOf(outer)));
    assertEquals("outer", Decorated.retryOf(outer).name());
    assertThrows(IllegalArgumentException.class, () -> RetryProxy.targetOf(target));
  }

  @Test
  void a_view_uses_another_policy_and_shares_everything_else() {
    TextStore store = RetryProxy.of(retry, TextStore.class, new FailingStore());

    TextStore view = Decorated.withPolicy(store, RetryPolicy.none());

    assertThrows(IOException.class, view::load);
    assertEquals(1, calls);
    assertThrows(IOException.class, store::load);
    assertEquals(1 + 5, calls);
    assertSame(Decorated.retryOf(store).state(), Decorated.retryOf(view).state());
    assertInstanceOf(FailingStore.class, RetryProxy.targetOf(view));
  }

  private <T> void assertRefused(Class<T> api, T target, String... parts) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> RetryProxy.of(retry, api, target));
    for (String part : parts) {
      assertTrue(refused.getMessage().contains(part), refused.getMessage());
    }
  }
}
