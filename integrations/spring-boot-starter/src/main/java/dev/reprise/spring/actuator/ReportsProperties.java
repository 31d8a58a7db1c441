package dev.reprise.spring.actuator;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties below {@code reprise.reports}.
 *
 * @param kept number of reports that are kept for each retry, from 0 to {@value #MAX_KEPT}
 * @param messages true to keep the messages of failures as well
 */
@ConfigurationProperties("reprise.reports")
record ReportsProperties(@DefaultValue("20") int kept, @DefaultValue("false") boolean messages) {

  static final int MAX_KEPT = 1_000;

  ReportsProperties {
    if (kept < 0 || kept > MAX_KEPT) {
      throw new IllegalArgumentException(
          "reprise.reports.kept must be from 0 to " + MAX_KEPT + ", but was " + kept);
    }
  }
}
