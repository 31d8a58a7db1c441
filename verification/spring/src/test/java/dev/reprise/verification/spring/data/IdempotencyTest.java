package dev.reprise.verification.spring.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.jdbc.store.SqlIdempotencyStore;
import dev.reprise.servlet.IdempotentRequests;
import dev.reprise.verification.spring.Http;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@Tag("same-on-each-boot")
class IdempotencyTest {

  @SpringBootConfiguration
  @EnableAutoConfiguration
  @RestController
  static class Shop {

    private final AtomicInteger payments = new AtomicInteger();

    @PostMapping({"/payments", "/votes"})
    String pay(@RequestBody String amount) {
      return "receipt " + payments.incrementAndGet() + " of " + amount;
    }
  }

  @Nested
  @SpringBootTest(
      classes = Shop.class,
      webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
      properties = {
        "spring.application.name=shop",
        "reprise.idempotency.enabled=true",
        "reprise.idempotency.create-schema=true",
        "reprise.idempotency.allow-anonymous=true",
        "reprise.idempotency.require-key-for=POST",
        "reprise.idempotency.max-request-size=20B",
        "reprise.idempotency.url-patterns=/payments/*"
      })
  class SwitchedOn {

    @Autowired private Environment application;
    @Autowired private Shop shop;
    @Autowired private JdbcTemplate database;

    @Test
    void the_same_key_twice_is_one_execution() {
      int before = shop.payments.get();
      HttpResponse<String> first = pay("10 EUR", "\"once\"");
      HttpResponse<String> second = pay("10 EUR", "\"once\"");
      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(second.statusCode()).isEqualTo(200);
      assertThat(second.body()).isEqualTo(first.body()).endsWith("of 10 EUR");
      assertThat(second.headers().firstValue("Idempotency-Replayed")).hasValue("true");
      assertThat(shop.payments.get()).isEqualTo(before + 1);
    }

    @Test
    void the_response_is_in_the_table_of_the_data_source() {
      int before = rows();
      pay("11 EUR", "\"stored\"");
      assertThat(rows()).isEqualTo(before + 1);
    }

    private int rows() {
      return database.queryForObject("SELECT COUNT(*) FROM reprise_idempotency", Integer.class);
    }

    @Test
    void another_body_with_the_same_key_is_refused() {
      pay("12 EUR", "\"reused\"");
      assertThat(pay("99 EUR", "\"reused\"").statusCode()).isEqualTo(422);
    }

    @Test
    void a_required_key_and_the_size_of_a_request_are_checked() {
      assertThat(Http.post(application, "/payments", "1 EUR").statusCode()).isEqualTo(400);
      assertThat(pay("a body that is too long", "\"long\"").statusCode()).isEqualTo(413);
    }

    @Test
    void other_paths_are_not_guarded() {
      int before = shop.payments.get();
      Http.post(application, "/votes", "yes", "Idempotency-Key", "\"vote\"");
      Http.post(application, "/votes", "yes", "Idempotency-Key", "\"vote\"");
      assertThat(shop.payments.get()).isEqualTo(before + 2);
    }

    private HttpResponse<String> pay(String amount, String key) {
      return Http.post(application, "/payments", amount, "Idempotency-Key", key);
    }
  }

  @Nested
  @SpringBootTest(classes = Shop.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
  class Default {

    @Autowired private Environment application;
    @Autowired private Shop shop;

    @Test
    void a_key_has_no_effect_unless_switched_on() {
      int before = shop.payments.get();
      Http.post(application, "/payments", "1", "Idempotency-Key", "\"k\"");
      Http.post(application, "/payments", "1", "Idempotency-Key", "\"k\"");
      assertThat(shop.payments.get()).isEqualTo(before + 2);
    }
  }

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withUserConfiguration(Automatic.class)
          .withPropertyValues("reprise.idempotency.enabled=true");

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Automatic {}

  @Test
  void a_missing_table_ends_the_start() {
    runner.run(
        context ->
            assertThat(context)
                .getFailure()
                .hasStackTraceContaining("reprise_idempotency, which createSchema() creates"));
  }

  @Test
  void without_a_servlet_container_there_is_a_store_but_no_filter() {
    runner
        .withPropertyValues("reprise.idempotency.create-schema=true")
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(SqlIdempotencyStore.class)
                    .doesNotHaveBean(IdempotentRequests.class));
  }

  @Test
  void nothing_is_there_if_everything_is_switched_off() {
    runner
        .withPropertyValues("reprise.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(IdempotencyStore.class));
  }

  @Test
  void an_invalid_value_is_reported_with_its_property() {
    runner
        .withPropertyValues("reprise.idempotency.max-entries=0")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining(
                        "reprise.idempotency.max-entries: maxEntries must be at least 1, but was"
                            + " 0"));
  }

  @Test
  void expired_keys_are_deleted_regularly_until_the_context_is_closed() throws Exception {
    CountDownLatch purges = new CountDownLatch(3);
    AtomicReference<Thread> thread = new AtomicReference<>();
    runner
        .withBean(
            IdempotencyStore.class,
            () ->
                withPurge(
                    () -> {
                      thread.set(Thread.currentThread());
                      purges.countDown();
                      return 0;
                    }))
        .withPropertyValues("reprise.idempotency.purge-interval=1ms")
        .run(context -> purges.await());
    thread.get().join(Duration.ofSeconds(30).toMillis());
    assertThat(thread.get().isAlive()).isFalse();
  }

  @Test
  void a_purge_that_fails_is_repeated() {
    CountDownLatch purges = new CountDownLatch(2);
    runner
        .withBean(IdempotencyStore.class, () -> failing(purges))
        .withPropertyValues("reprise.idempotency.purge-interval=1ms")
        .run(context -> purges.await());
    assertThat(purges.getCount()).isZero();
  }

  private static IdempotencyStore failing(CountDownLatch purges) {
    return withPurge(
        () -> {
          purges.countDown();
          throw new IllegalStateException("the database is away");
        });
  }

  /** A store of which only the method purge may be called. */
  private static IdempotencyStore withPurge(IntSupplier purge) {
    return (IdempotencyStore)
        Proxy.newProxyInstance(
            IdempotencyStore.class.getClassLoader(),
            new Class<?>[] {IdempotencyStore.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("purge");
              return purge.getAsInt();
            });
  }
}
