package dev.reprise.spring.http;

import dev.reprise.Retry;
import dev.reprise.http.HttpRetry;
import org.springframework.beans.factory.ObjectProvider;

/** The settings of the clients with one policy, changed by the customizers. */
record PolicySettings(ObjectProvider<HttpRetryCustomizer> customizers) {

  HttpRetry of(String policy, Retry retry) {
    HttpRetry settings = HttpRetry.of(retry);
    for (HttpRetryCustomizer customizer : customizers.orderedStream().toList()) {
      settings = customizer.customize(policy, settings);
    }
    return settings;
  }
}
