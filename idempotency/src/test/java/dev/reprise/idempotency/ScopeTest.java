package dev.reprise.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.key.InvalidIdempotencyKeyException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Keys and fingerprints. */
class ScopeTest {

  @Test
  void different_scopes_have_different_digests() {
    List<String> parts = List.of("a", "b", "aa", "ab", "a/b", "a b", "a:b", "\u00e4", "a\u0308");
    Set<String> digests = new HashSet<>();
    for (String principal : parts) {
      for (String operation : parts) {
        for (String key : parts) {
          assertThat(digests.add(IdempotencyKey.of(principal, operation, key).digest())).isTrue();
        }
      }
    }
    assertThat(digests).allMatch(digest -> digest.matches("[0-9a-f]{64}"));
  }

  @Test
  void a_key_may_have_255_characters() {
    assertThat(IdempotencyKey.of("p", "o", "k".repeat(255)).key()).hasSize(255);
    assertThatThrownBy(() -> IdempotencyKey.of("p", "o", "k".repeat(256)))
        .isInstanceOfSatisfying(
            InvalidIdempotencyKeyException.class,
            invalid -> assertThat(invalid.isMissing()).isFalse())
        .hasMessage("key must be at most 255 characters, but was 256");
  }

  @Test
  void a_missing_key_has_its_own_exception() {
    for (String missing : new String[] {null, "", "  "}) {
      assertThatThrownBy(() -> IdempotencyKey.of("p", "o", missing))
          .isInstanceOfSatisfying(
              InvalidIdempotencyKeyException.class,
              invalid -> assertThat(invalid.isMissing()).isTrue())
          .hasMessage("key must be given, but was missing");
    }
  }

  @Test
  void a_key_is_any_text() {
    for (String bad : List.of("line\nbreak", "half\ud800pair", "nul\0")) {
      assertThatThrownBy(() -> IdempotencyKey.of("p", "o", bad))
          .isInstanceOf(InvalidIdempotencyKeyException.class)
          .hasMessage(
              "key must be text without control characters, but was not at index "
                  + (bad.startsWith("nul") ? 3 : 4));
    }
    assertThat(IdempotencyKey.of("p", "o", "\ud83d\ude00").digest()).isNotEmpty();
  }

  @Test
  void principal_and_operation_have_the_same_bounds() {
    assertThatThrownBy(() -> IdempotencyKey.of("p".repeat(256), "o", "k"))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("principal must be at most 255 characters, but was 256");
    assertThatThrownBy(() -> IdempotencyKey.of("p", " ", "k"))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("operation must not be blank");
    assertThatThrownBy(() -> IdempotencyKey.of(null, "o", "k"))
        .isInstanceOf(NullPointerException.class);
  }

  @Test
  void a_key_prints_neither_principal_nor_key() {
    IdempotencyKey key = IdempotencyKey.of("ann", "pay", "secret");
    assertThat(key).hasToString("pay/" + key.digest().substring(0, 12));
    assertThat(key.principal() + key.operation() + key.key()).isEqualTo("annpaysecret");
  }

  @Test
  void a_key_is_a_value() {
    IdempotencyKey key = IdempotencyKey.of("ann", "pay", "k");
    assertThat(key).isEqualTo(IdempotencyKey.of("ann", "pay", "k"));
    assertThat(key).hasSameHashCodeAs(IdempotencyKey.of("ann", "pay", "k"));
    assertThat(key).isNotEqualTo(IdempotencyKey.of("ann", "pay", "l"));
  }

  @Test
  void a_fingerprint_is_the_sha_256_of_the_payload() {
    Fingerprint abc = Fingerprint.of("abc");
    assertThat(abc)
        .hasToString("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        .isEqualTo(Fingerprint.of("abc".getBytes(StandardCharsets.UTF_8)))
        .hasSameHashCodeAs(Fingerprint.of("abc".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void a_fingerprint_depends_on_the_boundaries_of_its_parts() {
    assertThat(Fingerprint.ofParts("ab", "c")).isNotEqualTo(Fingerprint.ofParts("a", "bc"));
    assertThat(Fingerprint.ofParts("ab", "c")).isEqualTo(Fingerprint.ofParts("ab", "c"));
    assertThat(Fingerprint.none()).isNotEqualTo(Fingerprint.of(""));
    assertThatThrownBy(() -> Fingerprint.ofParts("a", null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("part");
  }

  @Test
  void a_fingerprint_without_parts_is_rejected() {
    assertThatThrownBy(Fingerprint::ofParts)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("parts must be at least one; for no fingerprint, use none()");
  }

  @Test
  void an_unpaired_surrogate_counts_as_a_character() {
    assertThat(Fingerprint.ofParts("\ud800"))
        .isNotEqualTo(Fingerprint.ofParts("?"))
        .isNotEqualTo(Fingerprint.ofParts("\ud801"))
        .isEqualTo(Fingerprint.ofParts("\ud800"));
    assertThat(Fingerprint.of("a\udc00"))
        .isNotEqualTo(Fingerprint.of("a?"))
        .isNotEqualTo(Fingerprint.of("a\udc01"));
  }

  @Test
  void a_principal_has_one_owner_id_which_does_not_reveal_its_name() {
    String owner = IdempotencyKey.of("ann", "pay", "k").owner();
    assertThat(owner).matches("[0-9a-f]{16}");
    assertThat(IdempotencyKey.of("ann", "refund", "l").owner()).isEqualTo(owner);
    assertThat(IdempotencyKey.of("bob", "pay", "k").owner()).isNotEqualTo(owner);
  }

  @Test
  void a_key_prints_on_one_line_for_every_operation() {
    IdempotencyKey key =
        IdempotencyKey.of("ann", "pay\u202E\u2028\u0085x".replace("\u0085", ""), "k");
    assertThat(key.toString()).matches("pay\\\\u202e\\\\u2028x/[0-9a-f]{12}");
  }
}
