package dev.reprise.reactor;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable.Attr;

/** The attributes by which tools of Reactor look through the operators of this library. */
final class ScannedAttributes {

  private ScannedAttributes() {}

  /** Returns an attribute of an operator; null if it has none. */
  static @Nullable Object ofOperator(Attr<?> key, AttemptSource<?> source) {
    return key == Attr.PARENT ? source.fixed() : ofAll(key);
  }

  /**
   * Returns an attribute of a subscriber or subscription; null if it has none.
   *
   * @param upstream the subscription of an attempt; null if there is none
   */
  static @Nullable Object ofSubscription(
      Attr<?> key,
      CoreSubscriber<?> downstream,
      @Nullable Subscription upstream,
      boolean cancelled) {
    if (key == Attr.ACTUAL) {
      return downstream;
    }
    if (key == Attr.PARENT) {
      return upstream;
    }
    return key == Attr.CANCELLED ? cancelled : ofAll(key);
  }

  private static @Nullable Object ofAll(Attr<?> key) {
    return key == Attr.RUN_STYLE ? Attr.RunStyle.ASYNC : null;
  }
}
