package dev.reprise;

import dev.reprise.declared.RetryProxy;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.text.PrintableText;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Base class of all decorated objects: the functions of {@link Retry#decorateCallable} and the
 * other {@code decorate…} methods, the proxies of {@link RetryProxy}, and generated decorators. It
 * holds the decorated object and the retry, prints both, and creates copies with a different
 * policy. The constructor is for generated code. Immutable, safe for use by any thread if the
 * decorated object is.
 *
 * <pre>{@code
 * Callable<String> fetch = retry.decorateCallable(() -> fetch(url));
 * String once = Decorated.withPolicy(fetch, patient).call();
 * }</pre>
 *
 * @param <F> type of the decorated object, such as a function or an interface
 */
public abstract class Decorated<F> {

  /** The retry settings of one method of a decorated object. Prints method and policy. */
  public interface Rule {

    /**
     * Returns whether the method has the same settings as the whole object.
     *
     * @param retry the retry of the whole object
     * @return false if the method has its own policy or retry
     */
    boolean follows(Retry retry);
  }

  private static final List<Function<Object, ? extends @Nullable Decorated<?>>> FINDERS =
      new CopyOnWriteArrayList<>();

  private final Retry retry;
  private final Object target;
  private final Function<Retry, F> view;
  private final List<? extends Rule> rules;

  /**
   * Creates a decorated object.
   *
   * @param retry the retry
   * @param target the decorated object
   * @param view creates an equal object with a different retry
   * @param rules settings of single methods; empty if all methods use the retry
   */
  protected Decorated(
      Retry retry, Object target, Function<Retry, F> view, List<? extends Rule> rules) {
    this.retry = Objects.requireNonNull(retry, "retry");
    this.target = Objects.requireNonNull(target, "target");
    this.view = view;
    this.rules = rules;
  }

  /**
   * Returns a copy with a different policy for some calls. Annotations are not read again and no
   * class is generated: the copy shares target, budget, listeners and name. Methods that are not
   * retried stay so; all retried methods of a proxy use the policy, instead of the policy of their
   * annotation.
   *
   * @param decorated the result of a {@code decorate…} method, a {@code RetryProxy} or a generated
   *     decorator
   * @param policy the policy of the copy
   * @param <F> type of the decorated object
   * @return the copy
   * @throws IllegalArgumentException if {@code decorated} is a different kind of object
   */
  @SuppressWarnings("unchecked") // a view has the same type as the decorated object
  public static <F> F withPolicy(F decorated, RetryPolicy policy) {
    Decorated<F> it = (Decorated<F>) of(decorated);
    return it.view.apply(it.retry.withPolicy(policy));
  }

  /**
   * Returns the object that was decorated.
   *
   * @param decorated as for {@link #withPolicy}
   * @return the target, which may be decorated too
   * @throws IllegalArgumentException if {@code decorated} is a different kind of object
   */
  public static Object targetOf(Object decorated) {
    return of(decorated).target;
  }

  /**
   * Returns the retry of a decorated object.
   *
   * @param decorated as for {@link #withPolicy}
   * @return its retry; single methods may have their own
   * @throws IllegalArgumentException if {@code decorated} is a different kind of object
   */
  public static Retry retryOf(Object decorated) {
    return of(decorated).retry;
  }

  /**
   * Adds the decorators of an integration, such as proxies of a container, to those that the static
   * methods of this class accept. Called once by the integration.
   *
   * @param finder returns the parts of an object that it decorated, and null for other objects;
   *     called by any thread
   */
  public static void recognize(Function<Object, ? extends @Nullable Decorated<?>> finder) {
    FINDERS.add(Objects.requireNonNull(finder, "finder"));
  }

  private static Decorated<?> of(Object decorated) {
    Object holder =
        Proxy.isProxyClass(Objects.requireNonNull(decorated, "decorated").getClass())
            ? Proxy.getInvocationHandler(decorated)
            : decorated;
    if (holder instanceof Decorated<?> found) {
      return found;
    }
    for (Function<Object, ? extends @Nullable Decorated<?>> finder : FINDERS) {
      Decorated<?> parts = finder.apply(decorated);
      if (parts != null) {
        return parts;
      }
    }
    throw new IllegalArgumentException("not decorated by a retry: " + textOf(decorated));
  }

  /** Text of any object, even if its {@code toString} throws. */
  private static String textOf(Object object) {
    try {
      return PrintableText.oneLine(object.toString());
    } catch (RuntimeException | StackOverflowError bug) {
      return PrintableText.oneLine(object.getClass().getName());
    }
  }

  final Retry retry() {
    return retry;
  }

  /**
   * Retry and target, and the methods with their own policy.
   *
   * @return such as {@code orders(maxAttempts=3 …) around HttpOrders@1b}
   */
  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder().append(retry).append(" around ").append(textOf(target));
    for (Rule rule : rules) {
      if (!rule.follows(retry)) {
        text.append(", ").append(rule);
      }
    }
    return text.toString();
  }
}
