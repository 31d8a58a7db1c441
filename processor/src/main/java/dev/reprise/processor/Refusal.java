package dev.reprise.processor;

import javax.lang.model.element.Element;

/** Something that cannot be decorated, and the element that says so. */
final class Refusal extends Exception {

  private static final long serialVersionUID = 1;

  private final transient Element element;

  Refusal(Element element, String message) {
    super(message);
    this.element = element;
  }

  Element element() {
    return element;
  }
}
