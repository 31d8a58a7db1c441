package dev.reprise.backoff;

import dev.reprise.internal.text.CallReader;
import dev.reprise.internal.text.Parameter;
import dev.reprise.internal.text.TextForm;
import org.jspecify.annotations.Nullable;

/** The text form of a jitter. */
final class JitterText extends TextForm<Jitter> {

  static final JitterText FORM = new JitterText();

  private static final Parameter<Double> SHARE = Parameter.decimal("a share");

  private JitterText() {
    super("a jitter", "none, full, equal or proportional(0.2)");
  }

  @Override
  protected @Nullable Jitter read(CallReader call) {
    return switch (call.name()) {
      case "none" -> Jitter.none();
      case "full" -> Jitter.full();
      case "equal" -> Jitter.equal();
      case "proportional" -> Jitter.proportional(call.next(SHARE));
      default -> null;
    };
  }
}
