package dev.reprise.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Runs the retries of the application context of a test class without waits, and records their
 * events. Used together with {@code @SpringBootTest} or the annotation of a test slice, to which it
 * adds the retries of the starter:
 *
 * <pre>{@code
 * @SpringBootTest(properties = "reprise.policies.orders=within=unlimited backoff=fixed(1h)")
 * @AutoConfigureReprise
 * class OrdersTest {
 *   @Autowired Orders orders;
 *   @Autowired VirtualTime time;
 *   @Autowired RecordingListener retries;
 *
 *   @Test
 *   void is_found_by_the_third_attempt() throws IOException {
 *     assertThat(orders.find(7)).isEqualTo("order 7");
 *     assertThat(retries.delays()).containsExactly(Duration.ofHours(1), Duration.ofHours(1));
 *     assertThat(time.elapsed()).isEqualTo(Duration.ofHours(2));
 *   }
 * }
 * }</pre>
 *
 * <p>These beans are added:
 *
 * <ul>
 *   <li>A {@link dev.reprise.testing.VirtualTime} with the seed 1, in which all retries run: a wait
 *       advances the clock instead of blocking. A test that calls an asynchronous method awaits its
 *       future by {@code time.await(future)}, since only the test advances the clock then.
 *   <li>A {@link dev.reprise.testing.RecordingListener} with the events of all retries, except
 *       calls whose first attempt succeeds.
 * </ul>
 *
 * <p>A bean of one of these types that the test defines is used instead. Before each test method
 * the clock is restarted, the record is cleared, and every budget is full, also if several test
 * classes share the context. So test methods with the same context must not run at the same time.
 *
 * <p>Applied to all retries that the starter creates, with the highest precedence among the {@link
 * dev.reprise.spring.RetryCustomizer} beans.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
public @interface AutoConfigureReprise {

  /**
   * If true, retries run in virtual time. If false, they use the clock of this machine and do not
   * wait between attempts: for tests whose attempts run on several threads, or have a timeout.
   *
   * @return true by default
   */
  boolean virtualTime() default true;
}
