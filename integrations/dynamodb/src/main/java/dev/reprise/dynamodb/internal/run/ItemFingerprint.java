package dev.reprise.dynamodb.internal.run;

import dev.reprise.batch.journal.Fingerprint;
import dev.reprise.dynamodb.internal.item.ItemEquality;
import dev.reprise.dynamodb.internal.item.ItemValues;
import dev.reprise.dynamodb.statement.PartiqlStatement;
import dev.reprise.dynamodb.transaction.WriteTransaction;
import dev.reprise.dynamodb.write.ItemWrite;
import java.util.Collection;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Fingerprint of a whole write, the same on every JVM. Writes that the service treats as equal have
 * the same fingerprint: the order of attributes and of sets does not matter, and numbers are
 * compared by value.
 *
 * <p>Fingerprints of unordered parts are added, so nothing is sorted.
 */
public final class ItemFingerprint {

  private ItemFingerprint() {}

  /** Fingerprint of a write: its operation, condition and item. */
  public static long of(ItemWrite write) {
    Fingerprint fingerprint = new Fingerprint().add(write.isDelete() ? "delete" : "put");
    write
        .condition()
        .ifPresent(
            condition ->
                fingerprint
                    .add(condition.isAbsent() ? "if absent" : condition.expression())
                    .add(ofMap(condition.names(), Fingerprint::of))
                    .add(ofItem(condition.values()))
                    .add(condition.isDoneIfAsWritten() ? 1 : 0));
    return fingerprint.add(ofItem(write.attributes())).value();
  }

  /** Fingerprint of a transaction, without its token. */
  public static long of(WriteTransaction transaction) {
    Fingerprint fingerprint = new Fingerprint();
    transaction
        .map(ItemFingerprint::of, ItemFingerprint::ofPojo)
        .forEach(part -> fingerprint.add(part.longValue()));
    return fingerprint.value();
  }

  /** Fingerprint of a statement: its text and parameters. */
  public static long of(PartiqlStatement statement) {
    Fingerprint fingerprint = new Fingerprint().add(statement.text());
    statement.parameters().forEach(value -> fingerprint.add(ofValue(value)));
    return fingerprint.value();
  }

  private static long ofItem(Map<String, AttributeValue> item) {
    return ofMap(item, ItemFingerprint::ofValue);
  }

  private static <V> long ofMap(Map<String, V> map, ToLongFunction<? super V> value) {
    long sum = 0;
    for (Map.Entry<String, V> entry : map.entrySet()) {
      sum += new Fingerprint().add(entry.getKey()).add(value.applyAsLong(entry.getValue())).value();
    }
    return new Fingerprint().add(map.size()).add(sum).value();
  }

  private static long ofValue(AttributeValue value) {
    AttributeValue.Type type = ItemValues.type(value);
    Fingerprint fingerprint = new Fingerprint().add(type.name());
    switch (type) {
      case S -> fingerprint.add(value.s());
      case N -> fingerprint.add(ofNumber(value.n()));
      case B -> fingerprint.add(value.b().asByteArrayUnsafe());
      case BOOL -> fingerprint.add(value.bool() ? 1 : 0);
      case SS -> fingerprint.add(ofSet(value.ss(), Fingerprint::of));
      case NS -> fingerprint.add(ofSet(value.ns(), ItemFingerprint::ofNumber));
      case BS -> fingerprint.add(ofSet(value.bs(), b -> Fingerprint.of(b.asByteArrayUnsafe())));
      case L -> value.l().forEach(element -> fingerprint.add(ofValue(element)));
      case M -> fingerprint.add(ofItem(value.m()));
      default -> fingerprint.add(0);
    }
    return fingerprint.value();
  }

  private static long ofNumber(String text) {
    return Fingerprint.of(ItemEquality.number(text).toString());
  }

  private static <T> long ofSet(Collection<T> set, ToLongFunction<? super T> element) {
    long sum = 0;
    for (T one : set) {
      sum += new Fingerprint().add(element.applyAsLong(one)).value();
    }
    return new Fingerprint().add(set.size()).add(sum).value();
  }

  /** Fingerprint of an object of the SDK, by the names of its members. */
  private static long ofPojo(SdkPojo pojo) {
    Fingerprint fingerprint = new Fingerprint();
    for (SdkField<?> field : pojo.sdkFields()) {
      Object value = field.getValueOrDefault(pojo);
      if (value != null) {
        fingerprint.add(field.memberName()).add(ofAny(value));
      }
    }
    return fingerprint.value();
  }

  private static long ofAny(@Nullable Object value) {
    if (value == null) {
      return 0;
    }
    if (value instanceof AttributeValue attribute) {
      return ofValue(attribute);
    }
    if (value instanceof SdkPojo pojo) {
      return ofPojo(pojo);
    }
    if (value instanceof Map<?, ?> map) {
      long sum = 0;
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        sum += new Fingerprint().add(ofAny(entry.getKey())).add(ofAny(entry.getValue())).value();
      }
      return new Fingerprint().add(map.size()).add(sum).value();
    }
    return Fingerprint.of(value.toString());
  }
}
