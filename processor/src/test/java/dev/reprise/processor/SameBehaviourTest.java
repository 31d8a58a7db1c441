package dev.reprise.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Decorated;
import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.declared.RetryProxy;
import dev.reprise.policy.RetryPolicy;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The same scenarios through the proxy and through the generated class. */
@ParameterizedClass
@EnumSource
class SameBehaviourTest {

  private final Decorator decorator;
  private final ScriptedOrders script = new ScriptedOrders();
  private final Retry retry =
      Retry.of(RetryPolicy.builder().backoff(Backoff.none()).retryOn(IOException.class).build())
          .named("orders");
  private Retry counts = retry.withPolicy(RetryPolicy.parse("maxAttempts=2 backoff=none"));
  private final Orders orders;

  SameBehaviourTest(Decorator decorator) {
    this.decorator = decorator;
    orders = decorator.decorate(retry, this::named, Orders.class, script);
  }

  private Retry named(String name) {
    if (name.equals("counts")) {
      return counts;
    }
    throw new IllegalArgumentException("no retry " + name + ", there is counts");
  }

  private void failNext(int failures) {
    script.failures = failures;
    script.calls = 0;
  }

  @Test
  void a_method_uses_its_own_attribute() throws IOException {
    failNext(3);
    assertThat(orders.find("7")).isEqualTo("7");

    failNext(4);
    assertThatThrownBy(() -> orders.find("7")).isSameAs(script.failure);
    assertThat(script.calls).isEqualTo(4);
  }

  @Test
  void a_method_uses_its_policy_text() throws Exception {
    failNext(1);
    orders.delete("7", 1);

    failNext(2);
    assertThatThrownBy(() -> orders.delete("7", 1)).isSameAs(script.failure);
    assertThat(script.calls).isEqualTo(2);
  }

  @Test
  void a_named_policy_is_looked_up_for_each_call() throws IOException {
    failNext(2);
    assertThatThrownBy(() -> orders.count(1)).isSameAs(script.failure);

    counts = counts.withPolicy(RetryPolicy.parse("maxAttempts=3 backoff=none"));
    failNext(2);
    assertThat(orders.count(40, 0.5, 0.25)).isEqualTo(42);
  }

  @Test
  void generic_methods_and_all_kinds_of_arguments_work() throws IOException {
    failNext(2);
    assertThat(orders.max(String.class, List.of("a"))).isEqualTo("a");
    failNext(2);
    assertThat(orders.maybe('c', new byte[1], new byte[2]).orElseThrow()).containsExactly("c2");
    failNext(2);
    assertThat(orders.old(true)).isEqualTo(1);
  }

  @Test
  void inherited_methods_use_the_annotation_of_their_interface() throws IOException {
    failNext(2);
    assertThat(orders.load("7")).isEqualTo("7");
    failNext(2);
    assertThat(((Store<String>) orders).load("7")).isEqualTo("7");
    failNext(1);
    assertThatThrownBy(() -> orders.peek("7")).isSameAs(script.failure);
    assertThat(script.calls).isEqualTo(1);
  }

  @Test
  void methods_without_annotation_are_forwarded_to_the_target() {
    failNext(1);
    assertThatThrownBy(orders::region).isSameAs(script.failure);
    assertThat(script.calls).isEqualTo(1);
    assertThat(((IOException) script.failure).getSuppressed()).isEmpty();
  }

  @Test
  void null_is_retried_if_the_policy_says_so_but_not_for_void_methods() throws IOException {
    script.failures = 0;
    assertThatThrownBy(orders::anything).hasMessageContaining("result rejected after 3 attempts");
    assertThat(script.calls).isEqualTo(3);

    failNext(0);
    orders.touch();
    assertThat(script.calls).isEqualTo(1);
  }

  @Test
  void stages_are_retried_and_returned_as_futures_that_end_the_call() {
    failNext(4);
    assertThat(orders.place("book").join()).isEqualTo("book");
    assertThat(script.calls).isEqualTo(5);

    failNext(2);
    assertThat(orders.status("s").toCompletableFuture().join()).containsExactly("s");

    failNext(5);
    assertThatThrownBy(() -> orders.place("book").get()).hasCause(script.failure);
  }

  @Test
  void a_stage_returned_as_Object_is_rejected() {
    script.result = CompletableFuture.failedFuture(new IOException());
    script.failures = 0;

    assertThatThrownBy(orders::anything)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("Orders.anything() returned a stage, which is not retried");
    assertThat(script.calls).isEqualTo(1);
  }

  @Test
  void a_plain_future_returned_as_Object_is_rejected() {
    script.failures = 0;
    for (Object later : List.of(new FutureTask<>(() -> "7"), new SubmissionPublisher<String>())) {
      script.result = later;

      assertThatThrownBy(orders::anything)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith(
              "Orders.anything() returned a " + later.getClass().getName() + ", which cannot be");
    }
    assertThat(script.calls).isEqualTo(2);
  }

  @Test
  void a_default_method_runs_on_the_decorator() throws IOException {
    failNext(3);
    assertThat(orders.twice("7")).isEqualTo("77");
    assertThat(script.calls).isEqualTo(3 + 2);

    failNext(2);
    assertThat(orders.loadTwice("7")).isEqualTo("7");
  }

  @Test
  void a_default_method_is_retried_if_it_is_annotated_itself() throws IOException {
    failNext(1);
    orders.eventually("7");

    failNext(2);
    assertThatThrownBy(() -> orders.eventually("7")).isSameAs(script.failure);
  }

  @Test
  void a_default_method_that_the_target_overrides_is_called_on_the_target() throws IOException {
    Orders own =
        new ScriptedOrders() {
          @Override
          public String twice(String id) {
            return "my own " + id;
          }
        };

    assertThat(decorator.decorate(retry, this::named, Orders.class, own).twice("7"))
        .isEqualTo("my own 7");
  }

  @Test
  void declared_exceptions_are_thrown_unchanged_and_others_are_not_retried() {
    script.failure = new FileNotFoundException("gone");
    failNext(9);
    assertThatThrownBy(() -> orders.find("7")).isSameAs(script.failure);
    assertThat(script.calls).isEqualTo(4);

    script.failure = new InterruptedException();
    failNext(9);
    assertThatThrownBy(() -> orders.delete("7", 1)).isSameAs(script.failure);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(script.calls).isEqualTo(1);

    script.failure = new IllegalStateException("closed");
    failNext(9);
    assertThatThrownBy(orders::touch).isSameAs(script.failure);
    assertThat(script.calls).isEqualTo(1);
  }

  @Test
  void an_unknown_name_fails_when_the_decorator_is_created() {
    assertThatThrownBy(() -> decorator.decorate(retry, Orders.class, script))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Orders.count(long, double[]): @Retryable(name = \"counts\"): there are no names");
  }

  @Test
  void it_is_equal_only_to_itself_and_knows_its_target() {
    Orders other = decorator.decorate(retry, this::named, Orders.class, script);

    Object same = orders;

    assertThat(orders).isEqualTo(same).isNotEqualTo(other).isNotEqualTo(script);
    assertThat(orders).hasSameHashCodeAs(same);
    assertThat(RetryProxy.targetOf(orders)).isSameAs(script);
    assertThat(Decorated.retryOf(orders)).isSameAs(retry);
  }

  @Test
  void it_prints_retry_target_and_methods_with_their_own_policy() {
    String text = orders.toString();
    String find = "Orders.find(String) by " + retry.policy().toBuilder().maxAttempts(4).build();

    assertThat(text).startsWith("orders(" + retry.policy() + ") around a script, ").contains(find);
    assertThat(text).contains("Orders.count(long, double[]) by \"counts\"");
    assertThat(text).doesNotContain("status").doesNotContain("region");
  }

  @Test
  void a_view_uses_its_policy_in_every_retried_method() throws IOException {
    Orders view = Decorated.withPolicy(orders, RetryPolicy.parse("maxAttempts=6 backoff=none"));

    failNext(5);
    assertThat(view.find("7")).isEqualTo("7");
    failNext(5);
    assertThat(view.count(1)).isEqualTo(1);
    failNext(5);
    assertThat(view.place("book").join()).isEqualTo("book");
    failNext(1);
    assertThatThrownBy(view::region).isSameAs(script.failure);

    failNext(4);
    assertThatThrownBy(() -> orders.find("7")).isSameAs(script.failure);
    assertThat(Decorated.retryOf(view).state()).isSameAs(retry.state());
    assertThat(RetryProxy.targetOf(view)).isSameAs(script);
  }
}
