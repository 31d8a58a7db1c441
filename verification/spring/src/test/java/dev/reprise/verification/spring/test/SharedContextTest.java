package dev.reprise.verification.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.test.AutoConfigureReprise;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import dev.reprise.time.RetryEnvironment;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestPropertySource;

class SharedContextTest {

  private static int startsBefore;

  @BeforeAll
  static void count() {
    startsBefore = RetriedApplication.STARTS.get();
  }

  @AfterAll
  static void equal_attributes_share_a_context() {
    assertThat(RetriedApplication.STARTS.get() - startsBefore).isEqualTo(2);
  }

  @Nested
  @SpringBootTest(classes = RetriedApplication.class)
  @AutoConfigureReprise
  @TestPropertySource(properties = "shared=true")
  class First extends Fails {}

  @Nested
  @SpringBootTest(classes = RetriedApplication.class)
  @AutoConfigureReprise
  @TestPropertySource(properties = "shared=true")
  class Second extends Fails {}

  abstract static class Fails {

    @Autowired private RetryRegistry registry;
    @Autowired private RecordingListener retries;

    @Test
    void has_a_record_without_the_calls_of_other_classes() {
      assertThatThrownBy(() -> registry.retry("tight").call(SharedContextTest::fail))
          .isInstanceOf(IOException.class);
      assertThat(retries.delays()).hasSize(1);
    }
  }

  @Nested
  @SpringBootTest(classes = RetriedApplication.class)
  @AutoConfigureReprise(virtualTime = false)
  @TestPropertySource(properties = "shared=true")
  class WithoutVirtualTime {

    @Autowired private ApplicationContext context;
    @Autowired private RetryRegistry registry;
    @Autowired private RecordingListener retries;

    @Test
    void attempts_follow_each_other_on_the_clock_of_this_machine() {
      assertThat(context.getBeanProvider(VirtualTime.class).getIfAvailable()).isNull();
      assertThat(registry.retry("orders").environment()).isSameAs(RetryEnvironment.system());
      assertThatThrownBy(() -> registry.retry("orders").call(SharedContextTest::fail))
          .isInstanceOf(IOException.class);
      assertThat(retries.delays()).hasSize(3).allSatisfy(delay -> assertThat(delay).isZero());
    }
  }

  private static String fail() throws IOException {
    throw new IOException("no");
  }
}
