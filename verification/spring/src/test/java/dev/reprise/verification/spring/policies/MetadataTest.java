package dev.reprise.verification.spring.policies;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.jayway.jsonpath.JsonPath;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/** The metadata from which an editor completes and explains the properties. */
class MetadataTest {

  private static final String FILE = "META-INF/spring-configuration-metadata.json";
  private static final String PREFIX = "reprise.policies.default.";

  private static List<Map<String, Object>> properties = List.of();
  private static List<Map<String, Object>> hints = List.of();

  @BeforeAll
  static void readFile() throws IOException {
    for (URL file :
        Collections.list(RepriseAutoConfiguration.class.getClassLoader().getResources(FILE))) {
      try (InputStream content = file.openStream()) {
        String json = new String(content.readAllBytes(), UTF_8);
        if (json.contains("\"reprise.enabled\"")) {
          properties = JsonPath.read(json, "$.properties");
          hints = JsonPath.read(json, "$.hints");
        }
      }
    }
  }

  @Test
  void every_setting_of_a_policy_is_described_and_nothing_else() {
    Set<String> settings = new TreeSet<>(Set.of("budget"));
    RetryPolicy.settingNames()
        .forEach(setting -> settings.add(DataObjectPropertyName.toDashedForm(setting)));
    assertThat(ofPolicy()).extracting(MetadataTest::setting).containsExactlyElementsOf(settings);
  }

  @Test
  void each_property_is_there_once_and_has_a_type_and_a_description() {
    assertThat(properties)
        .extracting(property -> property.get("name").toString())
        .doesNotHaveDuplicates()
        .contains("reprise.enabled", "reprise.policies");
    assertThat(properties)
        .allSatisfy(
            property -> {
              assertThat(property.get("description").toString()).isNotBlank();
              assertThat(property).containsKey("type");
            });
  }

  /** Properties of the core and of the test module have no entry in the starter's metadata. */
  @Test
  void each_described_property_is_known_to_the_check_of_unknown_ones(@TempDir Path directory) {
    Map<String, Object> described = new HashMap<>();
    properties.forEach(property -> described.put(property.get("name").toString(), ""));
    described
        .keySet()
        .removeIf(name -> !name.startsWith("reprise.") || name.equals("reprise.enabled"));
    described.keySet().removeIf(name -> name.startsWith("reprise.policies"));
    described.put("reprise.disabled", "");
    described.put("reprise.test.virtual-time", "");
    BootedApplication.in(directory)
        .arguments(
            described.keySet().stream().map(name -> "--" + name + "=").toArray(String[]::new))
        .start()
        .close();
  }

  @Test
  void the_default_values_are_those_of_a_policy() {
    Map<String, String> defaults = new HashMap<>();
    for (Map<String, Object> property : ofPolicy()) {
      if (property.containsKey("defaultValue")) {
        defaults.put(camel(setting(property)), property.get("defaultValue").toString());
      }
    }
    assertThat(RetryBudget.parse(Objects.requireNonNull(defaults.remove("budget"))).toString())
        .isEqualTo(RetryBudget.standard().toString());
    List<String> settings = new ArrayList<>();
    defaults.forEach((setting, value) -> settings.add(setting + "=" + value));
    assertThat(settings).hasSizeGreaterThan(10);
    assertThat(RetryPolicy.parse(String.join(" ", settings))).isEqualTo(RetryPolicy.defaults());
  }

  @Test
  void every_suggested_value_is_valid() {
    for (Map<String, Object> hint : hints) {
      String name = hint.get("name").toString();
      assertThat(properties).extracting(property -> property.get("name")).contains(name);
      if (name.startsWith(PREFIX) && hint.get("values") instanceof List<?> values) {
        for (Object value : values) {
          String text = ((Map<?, ?>) value).get("value").toString();
          String key = "reprise.policies.a." + camel(name.substring(PREFIX.length()));
          assertThatCode(() -> RetryRegistry.of(withIdempotency(key, text)))
              .as("%s=%s", key, text)
              .doesNotThrowAnyException();
        }
      }
    }
  }

  /** A hedge is only allowed for an idempotent operation. */
  private static Map<String, String> withIdempotency(String key, String text) {
    Map<String, String> values = new HashMap<>();
    values.put("reprise.policies.a.idempotency", "idempotent");
    values.put(key, text);
    return values;
  }

  private static List<Map<String, Object>> ofPolicy() {
    return properties.stream()
        .filter(property -> property.get("name").toString().startsWith(PREFIX))
        .toList();
  }

  private static String setting(Map<String, Object> property) {
    return property.get("name").toString().substring(PREFIX.length());
  }

  private static String camel(String dashed) {
    StringBuilder camel = new StringBuilder();
    for (String word : dashed.split("-")) {
      camel.append(
          camel.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return camel.toString();
  }
}
