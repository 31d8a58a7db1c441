package dev.reprise.processor;

import javax.lang.model.element.Element;

/** An element that cannot be decorated. The message gives the reason. */
final class UnsupportedElementException extends Exception {

  private static final long serialVersionUID = 1;

  private final transient Element element;

  UnsupportedElementException(Element element, String message) {
    super(message);
    this.element = element;
  }

  Element element() {
    return element;
  }
}
