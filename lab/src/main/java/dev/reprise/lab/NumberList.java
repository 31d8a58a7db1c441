package dev.reprise.lab;

import java.util.Arrays;

/** A growing array of numbers. */
final class NumberList {

  private static final int FIRST_CAPACITY = 64;

  private double[] numbers = new double[FIRST_CAPACITY];
  private int size;

  void add(double number) {
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * size);
    }
    numbers[size++] = number;
  }

  /** Adds the length of an array and its elements. */
  void addAll(double[] added) {
    add(added.length);
    for (double number : added) {
      add(number);
    }
  }

  double[] toArray() {
    return Arrays.copyOf(numbers, size);
  }
}
