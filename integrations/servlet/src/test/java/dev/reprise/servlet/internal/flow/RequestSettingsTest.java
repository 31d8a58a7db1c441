package dev.reprise.servlet.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.idempotency.key.Fingerprint;
import java.lang.reflect.Field;
import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RequestSettingsTest {

  @Test
  void a_copy_has_every_setting_of_the_original() throws IllegalAccessException {
    RequestSettings defaults = new RequestSettings();
    RequestSettings changed = new RequestSettings();
    changed.principal = request -> "ann";
    changed.allowsAnonymous = true;
    changed.application = "orders";
    changed.scope = request -> "";
    changed.keyRequired = Set.of("POST");
    changed.acceptsUnquoted = true;
    changed.maxRequestBytes = 1;
    changed.fingerprint = (request, body) -> Fingerprint.none();
    changed.readsBody = false;
    changed.maxResponseBytes = 2;
    changed.recordedStatuses = status -> true;
    changed.recordedHeaders = changed.recordedHeaders.excluding(Set.of("a"));
    changed.replayField = "a";
    changed.describedAt = URI.create("https://docs.example/");
    RequestSettings copy = new RequestSettings(changed);
    for (Field setting : RequestSettings.class.getDeclaredFields()) {
      if (!java.lang.reflect.Modifier.isStatic(setting.getModifiers())) {
        Object value = setting.get(changed);
        assertThat(setting.get(copy)).as(setting.getName()).isSameAs(value);
        assertThat(setting.get(defaults)).as(setting.getName()).isNotEqualTo(value);
      }
    }
  }
}
