package dev.reprise.verification.architecture;

import static dev.reprise.verification.architecture.Modules.MAIN_CODE;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.lang.module.ModuleDescriptor;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names of the compiled API: exported types, constants of enums, and events. */
final class PublicNames {

  private static final String JFR_NAME = "jdk.jfr.Name";

  private PublicNames() {}

  /** Exported packages of each module, with their public types. */
  static Map<String, Map<String, Set<String>>> typesByModule() {
    Map<String, Map<String, Set<String>>> modules = new TreeMap<>();
    for (ModuleDescriptor module : Modules.descriptors()) {
      modules.put(module.name(), typesByPackage(Modules.exportsOf(module.name())));
    }
    Modules.packagesOnClassPath()
        .forEach((module, packages) -> modules.put(module, typesByPackage(packages)));
    modules.values().removeIf(Map::isEmpty);
    return modules;
  }

  /** The constants of each exported enum. */
  static Map<String, List<String>> constantsByEnum() {
    Map<String, List<String>> enums = new TreeMap<>();
    for (JavaClass type : exportedTypes()) {
      if (type.isEnum()) {
        enums.put(type.getName().replace('$', '.'), List.of(constants(type.reflect())));
      }
    }
    return enums;
  }

  /** The events that listeners receive, with their components. */
  static Map<String, List<String>> listenerEvents() {
    Map<String, List<String>> events = new TreeMap<>();
    for (Class<?> event : MAIN_CODE.get("dev.reprise.event.RetryEvent").reflect().getClasses()) {
      if (event.isRecord()) {
        events.put(
            event.getSimpleName(),
            Stream.of(event.getRecordComponents()).map(part -> part.getName()).toList());
      }
    }
    return events;
  }

  /** The events of the flight recorder, with their fields. */
  static Map<String, List<String>> recorderEvents() {
    Map<String, List<String>> events = new TreeMap<>();
    for (JavaClass type : MAIN_CODE) {
      type.getAnnotations().stream()
          .filter(annotation -> annotation.getRawType().getName().equals(JFR_NAME))
          .forEach(
              annotation ->
                  events.put((String) annotation.get("value").orElseThrow(), fields(type)));
    }
    return events;
  }

  private static List<String> fields(JavaClass type) {
    return type.getAllFields().stream()
        .filter(field -> field.getOwner().getPackageName().startsWith("dev.reprise"))
        .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
        .map(JavaField::getName)
        .sorted()
        .toList();
  }

  private static String[] constants(Class<?> type) {
    return Stream.of(type.getEnumConstants())
        .map(constant -> ((Enum<?>) constant).name())
        .toArray(String[]::new);
  }

  private static Map<String, Set<String>> typesByPackage(Set<String> packages) {
    return MAIN_CODE.stream()
        .filter(type -> packages.contains(type.getPackageName()))
        .filter(PublicNames::isPublic)
        .collect(
            Collectors.groupingBy(
                JavaClass::getPackageName,
                TreeMap::new,
                Collectors.mapping(
                    PublicNames::nameInPackage, Collectors.toCollection(TreeSet::new))));
  }

  private static List<JavaClass> exportedTypes() {
    Set<String> packages = Modules.publicPackages();
    return MAIN_CODE.stream()
        .filter(type -> packages.contains(type.getPackageName()))
        .filter(PublicNames::isPublic)
        .sorted(Comparator.comparing(JavaClass::getName))
        .toList();
  }

  private static String nameInPackage(JavaClass type) {
    return type.getName().substring(type.getPackageName().length() + 1).replace('$', '.');
  }

  private static boolean isPublic(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && !type.isAnonymousClass()
        && !type.isLocalClass()
        && type.getEnclosingClass().map(PublicNames::isPublic).orElse(true);
  }
}
