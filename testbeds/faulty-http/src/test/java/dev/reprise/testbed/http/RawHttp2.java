package dev.reprise.testbed.http;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** An HTTP/2 client with prior knowledge that sends single frames. */
final class RawHttp2 implements AutoCloseable {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int GOAWAY = 7;

  record Frame(int type, int flags, int stream, byte[] payload) {
    int word(int index) {
      return ByteBuffer.wrap(payload).getInt(4 * index);
    }
  }

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  RawHttp2(FaultyHttpServer server) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(20_000);
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(socket.getOutputStream());
    out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.UTF_8));
    write(SETTINGS, 0, 0, new byte[0]);
  }

  /** Sends GET or POST of "/", with the static table of HPACK. */
  void headers(int stream, boolean post, boolean end) throws IOException {
    byte[] block = {(byte) (post ? 0x83 : 0x82), (byte) 0x86, (byte) 0x84};
    write(HEADERS, end ? 0x5 : 0x4, stream, block);
  }

  void data(int stream, String text, boolean end) throws IOException {
    write(DATA, end ? 1 : 0, stream, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the next frame of a type and skips others. */
  Frame next(int type) throws IOException {
    Frame frame = read();
    while (frame.type() != type) {
      frame = read();
    }
    return frame;
  }

  boolean atEnd() throws IOException {
    return in.read() < 0;
  }

  private Frame read() throws IOException {
    int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int stream = in.readInt();
    return new Frame(type, flags, stream, in.readNBytes(length));
  }

  private void write(int type, int flags, int stream, byte[] payload) throws IOException {
    out.writeByte(payload.length >> 16);
    out.writeShort(payload.length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(payload);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
