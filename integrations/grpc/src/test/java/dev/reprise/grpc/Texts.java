package dev.reprise.grpc;

import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Messages that are texts, and methods with them. */
final class Texts {

  static final MethodDescriptor.Marshaller<String> MARSHALLER =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(String value) {
          return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
          try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException failure) {
            throw new UncheckedIOException(failure);
          }
        }
      };

  static final MethodDescriptor.Marshaller<Object> NO_MARSHALLER =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(Object value) {
          throw new AssertionError("not sent");
        }

        @Override
        public Object parse(InputStream stream) {
          throw new AssertionError("not received");
        }
      };

  private Texts() {}

  static MethodDescriptor<String, String> unary(String name) {
    return method(name, MethodDescriptor.MethodType.UNARY);
  }

  static MethodDescriptor<String, String> serverStreaming(String name) {
    return method(name, MethodDescriptor.MethodType.SERVER_STREAMING);
  }

  static MethodDescriptor<String, String> method(String name, MethodDescriptor.MethodType type) {
    return MethodDescriptor.newBuilder(MARSHALLER, MARSHALLER)
        .setType(type)
        .setFullMethodName(name)
        .build();
  }
}
