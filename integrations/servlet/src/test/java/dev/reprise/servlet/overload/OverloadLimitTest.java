package dev.reprise.servlet.overload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.servlet.internal.response.ResponseContent;
import org.junit.jupiter.api.Test;

final class OverloadLimitTest {

  @Test
  void rounds_milliseconds_up() {
    ReservedSlots slots = ReservedSlots.perSecond(3).withTicks(() -> 0);
    OverloadLimit limit = OverloadLimit.of(slots).withStatus(429).withMillis();
    for (int request = 0; request < 4; request++) {
      limit.refusal();
    }
    ResponseContent refusal = limit.refusal();
    assertThat(refusal).isNotNull();
    assertThat(refusal.header("retry-after-ms")).containsExactly("1334");
  }
}
