package dev.reprise.dynamodb.internal.item;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Equality of items by the rules of the service: numbers by value, sets without order. */
public final class ItemEquality {

  private ItemEquality() {}

  public static boolean equal(Map<String, AttributeValue> one, Map<String, AttributeValue> other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (Map.Entry<String, AttributeValue> attribute : one.entrySet()) {
      AttributeValue theirs = other.get(attribute.getKey());
      if (theirs == null || !equal(attribute.getValue(), theirs)) {
        return false;
      }
    }
    return true;
  }

  private static boolean equal(AttributeValue one, AttributeValue other) {
    if (ItemValues.type(one) != ItemValues.type(other)) {
      return false;
    }
    return switch (ItemValues.type(one)) {
      case N -> number(one.n()).equals(number(other.n()));
      case SS -> sameSet(one.ss(), other.ss(), Function.identity());
      case NS -> sameSet(one.ns(), other.ns(), ItemEquality::number);
      case BS -> sameSet(one.bs(), other.bs(), Function.identity());
      case L -> sameList(one.l(), other.l());
      case M -> equal(one.m(), other.m());
      default -> Objects.equals(one, other);
    };
  }

  private static boolean sameList(List<AttributeValue> one, List<AttributeValue> other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      if (!equal(one.get(i), other.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static <T> boolean sameSet(
      Collection<T> one, Collection<T> other, Function<? super T, ?> value) {
    Set<Object> ours = new HashSet<>();
    one.forEach(element -> ours.add(value.apply(element)));
    Set<Object> theirs = new HashSet<>();
    other.forEach(element -> theirs.add(value.apply(element)));
    return ours.equals(theirs);
  }

  /** Text that has no value is refused by the service; it is equal only to the same text. */
  public static Object number(String text) {
    BigDecimal value = ItemNumber.valueOf(text);
    return value == null ? text : value;
  }
}
