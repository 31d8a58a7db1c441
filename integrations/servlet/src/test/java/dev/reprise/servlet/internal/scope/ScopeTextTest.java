package dev.reprise.servlet.internal.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.idempotency.key.IdempotencyKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ScopeTextTest {

  @Test
  void keeps_characters_that_are_valid_in_a_key() {
    assertThat(ScopeText.principal("ann")).isEqualTo("user:ann");
    assertThat(ScopeText.operation("", "POST", "", "/payments")).isEqualTo("POST /payments");
    assertThat(ScopeText.operation("orders", "POST", "a.example:8080", "/payments"))
        .isEqualTo("orders POST a.example:8080/payments");
  }

  @Test
  void distinguishes_long_and_unusual_names() {
    List<String> names =
        List.of(
            "x".repeat(400), "x".repeat(401), "a\nb", "a\tb", "a_b", "\ud800", "\ud801", "?", "ü");
    Set<String> scopes = new HashSet<>();
    for (String name : names) {
      String scope = ScopeText.principal(name);
      scopes.add(scope);
      assertThat(IdempotencyKey.of(scope, "o", "k").principal()).isEqualTo(scope);
    }
    assertThat(scopes).hasSameSizeAs(names).doesNotContain(ScopeText.ANONYMOUS);
  }

  @Test
  void no_name_can_equal_the_scope_of_another_one() {
    for (String victim : List.of("x".repeat(400), "a\nb", "~" + "0".repeat(64))) {
      String scope = ScopeText.principal(victim);
      String spelled = scope.substring("user:".length());
      assertThat(ScopeText.principal(spelled)).isNotEqualTo(scope);
    }
    String almost = "ann~" + "0".repeat(63);
    assertThat(ScopeText.principal(almost)).isEqualTo("user:" + almost);
  }

  @Test
  void does_not_split_a_character() {
    for (String before : List.of("", "x")) {
      String scope = ScopeText.principal(before + "😀".repeat(200));
      assertThat(IdempotencyKey.of(scope, "o", "k").principal()).isEqualTo(scope);
    }
  }

  @Test
  void the_scope_of_a_principal_never_equals_that_of_an_anonymous_client() {
    assertThat(ScopeText.principal(ScopeText.ANONYMOUS)).isNotEqualTo(ScopeText.ANONYMOUS);
  }
}
