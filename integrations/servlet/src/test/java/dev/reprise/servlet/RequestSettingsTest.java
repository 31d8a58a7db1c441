package dev.reprise.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import java.lang.reflect.Field;
import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RequestSettingsTest {

  private static RequestSettings fresh() {
    return new RequestSettings(
        IdempotencyGuard.of(new InMemoryIdempotencyStore(), new RecordedResponseCodec()));
  }

  @Test
  void a_copy_forgets_no_setting() throws IllegalAccessException {
    RequestSettings defaults = fresh();
    RequestSettings changed = fresh();
    changed.principal = request -> "ann";
    changed.anonymous = true;
    changed.application = "orders";
    changed.scope = request -> "";
    changed.keyRequired = Set.of("POST");
    changed.unquoted = true;
    changed.maxRequestBytes = 1;
    changed.fingerprint = (request, body) -> Fingerprint.none();
    changed.bodyIsRead = false;
    changed.maxAnswerBytes = 2;
    changed.recording = status -> true;
    changed.keptHeaders = changed.keptHeaders.but(Set.of("a"));
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
