package dev.reprise.dynamodb.internal.run;

import static dev.reprise.dynamodb.Sdk.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.dynamodb.Sdk;
import dev.reprise.dynamodb.internal.item.ItemEquality;
import dev.reprise.dynamodb.statement.PartiqlStatement;
import dev.reprise.dynamodb.transaction.WriteTransaction;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteCondition;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

class ItemFingerprintTest {

  private static AttributeValue n(String number) {
    return AttributeValue.fromN(number);
  }

  private static Map<String, AttributeValue> all(boolean otherwise) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    if (otherwise) {
      item.put("m", AttributeValue.fromM(Map.of("x", n("10"))));
    }
    item.put("n", n(otherwise ? "1.50" : "1.5"));
    item.put("ns", AttributeValue.fromNs(otherwise ? List.of("3", "2.0") : List.of("2", "3.0")));
    item.put("ss", AttributeValue.fromSs(otherwise ? List.of("b", "a") : List.of("a", "b")));
    item.put(
        "bs",
        AttributeValue.fromBs(List.of(SdkBytes.fromUtf8String("x"), SdkBytes.fromUtf8String("y"))));
    item.put("b", AttributeValue.fromB(SdkBytes.fromUtf8String("bytes")));
    item.put("l", AttributeValue.fromL(List.of(n("1"), AttributeValue.fromBool(true))));
    item.put("z", AttributeValue.fromNul(true));
    if (!otherwise) {
      item.put("m", AttributeValue.fromM(Map.of("x", n("1e1"))));
    }
    return item;
  }

  @Test
  void items_that_are_equal_for_the_service_have_the_same_fingerprint() {
    assertThat(ItemFingerprint.of(ItemWrite.put(all(true))))
        .isEqualTo(ItemFingerprint.of(ItemWrite.put(all(false))));
    assertThat(ItemEquality.equal(all(true), all(false))).isTrue();
  }

  @Test
  void fingerprint_is_the_same_on_every_jvm() {
    assertThat(ItemFingerprint.of(ItemWrite.put(item(1, "body")).ifAbsent())).isEqualTo(FIXED);
  }

  private static final long FIXED = -6912997591247071518L;

  @Test
  void every_part_of_a_write_counts() {
    Map<String, AttributeValue> item = item(1, "body");
    WriteCondition condition =
        WriteCondition.of("#a = :a").withName("#a", "a").withValue(":a", n("1"));
    List<ItemWrite> writes =
        List.of(
            ItemWrite.put(item),
            ItemWrite.delete(item),
            ItemWrite.put(item).ifAbsent(),
            ItemWrite.put(item).onlyIf(condition),
            ItemWrite.put(item).onlyIf(condition.doneIfAsWritten()),
            ItemWrite.put(item).onlyIf(condition.withValue(":a", n("2"))),
            ItemWrite.put(item).onlyIf(condition.withName("#a", "b")),
            ItemWrite.put(item(1, "bodz")),
            ItemWrite.put(item(2, "body")),
            ItemWrite.put(Map.of("a", AttributeValue.fromS("1"))),
            ItemWrite.put(Map.of("a", n("1"))),
            ItemWrite.put(Map.of("a", AttributeValue.fromSs(List.of("1")))),
            ItemWrite.put(Map.of("a", AttributeValue.fromNs(List.of("1")))),
            ItemWrite.put(Map.of("a", AttributeValue.fromL(List.of(n("1"), n("2"))))),
            ItemWrite.put(Map.of("a", AttributeValue.fromL(List.of(n("2"), n("1"))))),
            ItemWrite.put(Map.of("a", AttributeValue.fromBool(true))),
            ItemWrite.put(Map.of("a", AttributeValue.fromBool(false))),
            ItemWrite.put(Map.of("a", AttributeValue.fromNul(true))));
    Set<Long> fingerprints = new HashSet<>();
    writes.forEach(write -> fingerprints.add(ItemFingerprint.of(write)));

    assertThat(fingerprints).hasSameSizeAs(writes);
  }

  private static WriteTransaction check(String value) {
    return WriteTransaction.builder()
        .add(ItemWrite.put(item(1, "body")))
        .add(
            TransactWriteItem.builder()
                .conditionCheck(
                    check ->
                        check
                            .tableName("t")
                            .key(Map.of("id", n(value)))
                            .conditionExpression("attribute_exists(id)"))
                .build())
        .build();
  }

  @Test
  void transactions_and_statements_have_fingerprints_of_what_they_do() {
    assertThat(ItemFingerprint.of(check("1")))
        .isEqualTo(ItemFingerprint.of(check("1.0")))
        .isNotEqualTo(ItemFingerprint.of(check("2")));
    assertThat(ItemFingerprint.of(PartiqlStatement.of("x ?", n("1"))))
        .isEqualTo(ItemFingerprint.of(PartiqlStatement.of("x ?", n("1.0"))))
        .isNotEqualTo(ItemFingerprint.of(PartiqlStatement.of("x ?", n("2"))));
  }

  @Test
  void items_differ_if_they_differ_for_the_service() {
    assertThat(ItemEquality.equal(item(1, "a"), item(1, "a"))).isTrue();
    assertThat(ItemEquality.equal(item(1, "a"), item(1, "b"))).isFalse();
    assertThat(ItemEquality.equal(Map.of("a", n("1")), Map.of())).isFalse();
    assertThat(ItemEquality.equal(Map.of("a", n("1")), Map.of("b", n("1")))).isFalse();
    assertThat(ItemEquality.equal(Map.of("a", n("1")), Map.of("a", Sdk.s("1")))).isFalse();
    assertThat(
            ItemEquality.equal(
                Map.of("a", AttributeValue.fromL(List.of(n("1")))),
                Map.of("a", AttributeValue.fromL(List.of(n("1"), n("2"))))))
        .isFalse();
  }
}
