/** A new project on the module path. Without this file it works on the class path. */
module shop {
  requires dev.reprise;
  requires dev.reprise.jdkhttp;
  requires jdk.httpserver;

  exports shop;
}
