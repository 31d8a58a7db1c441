package dev.reprise.processor;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes that the compiler knows, which need not be compiled yet. Such a class has its
 * name and its superclass, and no members: enough for a policy that names exception classes.
 */
final class ModelClassLoader extends ClassLoader {

  private static final int MAGIC = 0xCAFEBABE;
  private static final int JAVA_8 = 52;
  private static final int PUBLIC_SUPER_ABSTRACT = 0x0421;
  private static final int UTF_8 = 1;
  private static final int CLASS = 7;

  private final Elements elements;

  ModelClassLoader(Elements elements) {
    super(ModelClassLoader.class.getClassLoader());
    this.elements = elements;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    TypeElement type = find(name);
    if (type == null) {
      throw new ClassNotFoundException(name);
    }
    TypeMirror above = type.getSuperclass();
    String superclass =
        above instanceof DeclaredType known
            ? elements.getBinaryName((TypeElement) known.asElement()).toString()
            : "java.lang.Object";
    byte[] code = classFile(name, superclass);
    return defineClass(name, code, 0, code.length);
  }

  /** Finds a class by its binary name, in which a dollar sign may separate a nested class. */
  private @Nullable TypeElement find(String name) {
    for (int end = name.length(); end > 0; end = name.lastIndexOf('$', end - 1)) {
      TypeElement outer = elements.getTypeElement(name.substring(0, end));
      TypeElement found = outer == null ? null : find(name, outer);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private @Nullable TypeElement find(String name, TypeElement outer) {
    String outerName = elements.getBinaryName(outer).toString();
    if (name.equals(outerName)) {
      return outer;
    }
    if (name.startsWith(outerName)) {
      for (TypeElement nested : ElementFilter.typesIn(outer.getEnclosedElements())) {
        TypeElement found = find(name, nested);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  /** The class file format of the Java Virtual Machine Specification, section 4.1. */
  private static byte[] classFile(String name, String superclass) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(MAGIC);
      out.writeShort(0);
      out.writeShort(JAVA_8);
      out.writeShort(5); // four constants
      writeClass(out, 1, name);
      writeClass(out, 3, superclass);
      out.writeShort(PUBLIC_SUPER_ABSTRACT);
      out.writeShort(1);
      out.writeShort(3);
      for (int i = 0; i < 4; i++) { // no interfaces, fields, methods and attributes
        out.writeShort(0);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** Writes two constants: a class with the given number, and its name. */
  private static void writeClass(DataOutputStream out, int number, String name) throws IOException {
    out.writeByte(CLASS);
    out.writeShort(number + 1);
    out.writeByte(UTF_8);
    out.writeUTF(name.replace('.', '/'));
  }
}
