package dev.reprise.rewrite.internal;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/**
 * A library that a recipe moves from.
 *
 * @param name the name in comments
 * @param family prefix of all its packages; while a source uses one of them, the dependency stays
 * @param roots prefixes of the packages that the recipe replaces
 * @param types its types, as fully qualified names, with the types that replace them
 * @param artifacts its artifacts, with the artifact of Reprise that replaces each
 * @param hints advice on types without a counterpart, by simple name
 */
public record Peer(
    String name,
    String family,
    List<String> roots,
    Map<String, Class<?>> types,
    List<Replacement> artifacts,
    Map<String, String> hints) {

  /**
   * An artifact of the library.
   *
   * @param group the group id
   * @param artifact the artifact id
   * @param ours the artifact id that replaces it, of the group {@code dev.reprise}
   */
  public record Replacement(String group, String artifact, String ours) {}

  /** Returns true if a type is one that the recipe replaces, or an array or container of it. */
  boolean mentions(@Nullable JavaType type) {
    if (type instanceof JavaType.Array array) {
      return mentions(array.getElemType());
    }
    if (type instanceof JavaType.Parameterized parameterized) {
      return owns(parameterized)
          || parameterized.getTypeParameters().stream().anyMatch(this::mentions);
    }
    return owns(type);
  }

  /** Returns true if a class is in one of the packages that the recipe replaces. */
  public boolean owns(@Nullable JavaType type) {
    JavaType.FullyQualified named = TypeUtils.asFullyQualified(type);
    return named != null && ownsName(named.getFullyQualifiedName());
  }

  boolean ownsName(String name) {
    return roots.stream().anyMatch(root -> name.equals(root) || name.startsWith(root + "."));
  }

  boolean isOfFamily(@Nullable JavaType type) {
    JavaType.FullyQualified named = TypeUtils.asFullyQualified(type);
    return named != null && named.getFullyQualifiedName().startsWith(family + ".");
  }

  /** The type that replaces a type; null if there is none. */
  @Nullable Class<?> replacement(@Nullable JavaType type) {
    JavaType.FullyQualified named = TypeUtils.asFullyQualified(type);
    return named == null ? null : types.get(named.getFullyQualifiedName());
  }

  /** Returns true if a type mentions a class that has no replacement. */
  boolean mentionsUnreplaced(@Nullable JavaType type) {
    if (type instanceof JavaType.Array array) {
      return mentionsUnreplaced(array.getElemType());
    }
    if (owns(type)) {
      return replacement(type) == null;
    }
    return type instanceof JavaType.Parameterized parameterized
        && parameterized.getTypeParameters().stream().anyMatch(this::mentionsUnreplaced);
  }
}
