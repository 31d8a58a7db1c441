package dev.reprise.spring.actuator;

import dev.reprise.time.TimeText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes the JSON of the library, in which durations are nanoseconds, to that of the endpoint:
 * {@code "elapsedNanos": 2000000000} becomes {@code "elapsed": "2s"}.
 */
final class ReadableDurations {

  private static final String NANOS = "Nanos";
  private static final int EXACT_LENGTH = 6;
  private static final int DECIMALS = 3;
  private static final String[] UNITS = {"ns", "us", "ms", "s"};

  private ReadableDurations() {}

  /** A copy of an object, with all objects in it changed. */
  static Map<String, @Nullable Object> of(Map<String, @Nullable Object> object) {
    Map<String, @Nullable Object> changed = new LinkedHashMap<>();
    object.forEach(
        (name, value) -> {
          if (name.equals("nanos")) {
            changed.put("length", text(value));
          } else if (name.endsWith(NANOS)) {
            changed.put(name.substring(0, name.length() - NANOS.length()), text(value));
          } else {
            changed.put(name, inside(value));
          }
        });
    return changed;
  }

  @SuppressWarnings("unchecked") // names in JSON are strings
  private static @Nullable Object inside(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(ReadableDurations::inside).toList();
    }
    return value instanceof Map<?, ?> object ? of((Map<String, @Nullable Object>) object) : value;
  }

  private static @Nullable String text(@Nullable Object nanos) {
    return nanos instanceof Number number ? text(number.longValue()) : null;
  }

  /**
   * The text form of the settings: exact if it is short, else rounded to three decimals, as for the
   * duration of an attempt.
   */
  static String text(long nanos) {
    String exact = TimeText.format(Duration.ofNanos(nanos));
    if (exact.length() <= EXACT_LENGTH) {
      return exact;
    }
    int unit = 0;
    BigDecimal value = BigDecimal.valueOf(nanos);
    while (unit < UNITS.length - 1 && value.precision() - value.scale() > DECIMALS) {
      value = value.movePointLeft(DECIMALS);
      unit++;
    }
    BigDecimal rounded = value.setScale(DECIMALS, RoundingMode.HALF_UP).stripTrailingZeros();
    return rounded.toPlainString() + UNITS[unit];
  }
}
