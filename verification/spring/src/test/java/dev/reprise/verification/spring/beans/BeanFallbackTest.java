package dev.reprise.verification.spring.beans;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.declared.Retryable;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The attribute {@code fallback} on beans. */
@Timeout(60)
class BeanFallbackTest {

  static class Orders {

    private final String state = "state of the bean";
    private int fallbacks;

    @Retryable(fallback = "cached")
    public String find(String id) throws IOException {
      throw new IOException("down");
    }

    private String cached(String id, IOException failure) {
      return id + " by " + state;
    }

    @Retryable(fallback = "cachedLater")
    public CompletableFuture<String> later(String id) {
      return CompletableFuture.failedFuture(new IOException("down"));
    }

    @Retryable(policy = "maxAttempts=2 backoff=none")
    public CompletableFuture<String> cachedLater(String id, Exception failure) {
      fallbacks++;
      return fallbacks < 2
          ? CompletableFuture.failedFuture(failure)
          : CompletableFuture.completedFuture(id + " by " + state);
    }
  }

  static class Missing {

    @Retryable(fallback = "cached")
    public String find(String id) {
      return id;
    }

    String cached(Exception failure) {
      return "";
    }
  }

  @Test
  void a_private_fallback_is_called_on_the_bean() {
    BeanApplication.with()
        .withBean("orders", Orders.class)
        .run(
            context ->
                assertThat(context.getBean(Orders.class).find("7"))
                    .isEqualTo("7 by state of the bean"));
  }

  @Test
  void a_fallback_that_is_annotated_itself_is_retried() {
    BeanApplication.with()
        .withBean("orders", Orders.class)
        .run(
            context ->
                assertThat(context.getBean(Orders.class).later("7").get())
                    .isEqualTo("7 by state of the bean"));
  }

  @Test
  void a_fallback_that_does_not_fit_stops_the_start() {
    BeanApplication.with()
        .withBean("orders", Missing.class)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasMessageContaining(
                        "Missing.find(String): @Retryable(fallback = \"cached\"): Missing needs a"
                            + " method String cached(String, Throwable)"));
  }
}
