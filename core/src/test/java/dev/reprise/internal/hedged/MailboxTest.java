package dev.reprise.internal.hedged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.reprise.LogCapture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

class MailboxTest {

  private final List<Throwable> lost = new ArrayList<>();
  private final Mailbox mailbox = new Mailbox(lost::add);
  private final List<String> read = new ArrayList<>();

  @Test
  void runs_a_message_on_the_thread_that_sends_it() {
    Thread[] reader = {null};
    mailbox.send(() -> reader[0] = Thread.currentThread());
    assertSame(Thread.currentThread(), reader[0]);
  }

  @Test
  void runs_a_message_sent_by_another_message_after_it() {
    mailbox.send(
        () -> {
          mailbox.send(() -> read.add("answer"));
          read.add("letter");
        });
    assertEquals(List.of("letter", "answer"), read);
  }

  @Test
  void runs_a_million_messages_that_send_each_other_in_constant_stack() {
    int[] left = {1_000_000};
    Runnable[] letter = {null};
    letter[0] =
        () -> {
          if (left[0]-- > 0) {
            mailbox.send(letter[0]);
          }
        };
    mailbox.send(letter[0]);
    assertEquals(-1, left[0]);
  }

  @Test
  void reports_the_exception_of_a_message_and_handles_the_next_one() {
    AssertionError bug = new AssertionError("in a letter");
    try (LogCapture log = new LogCapture(Level.ALL)) {
      mailbox.send(
          () -> {
            mailbox.send(() -> read.add("next"));
            throw bug;
          });
      assertEquals(
          List.of("SEVERE Internal error while processing an event of a hedged call"), log.lines());
    }
    mailbox.send(() -> read.add("last"));
    assertEquals(List.of(bug), lost);
    assertEquals(List.of("next", "last"), read);
  }

  @Test
  void continues_even_if_the_report_fails() {
    Mailbox worse =
        new Mailbox(
            bug -> {
              throw new IllegalStateException("worse");
            });
    AssertionError bug = new AssertionError("in a letter");
    try (LogCapture log = new LogCapture(Level.ALL)) {
      worse.send(
          () -> {
            throw bug;
          });
      assertEquals(
          List.of("SEVERE Internal error while a call was ended by another one"), log.lines());
    }
    worse.send(() -> read.add("next"));
    assertEquals(List.of("next"), read);
    assertEquals("worse", bug.getSuppressed()[0].getMessage());
  }

  @Test
  void one_of_two_threads_handles_the_messages_of_both() throws InterruptedException {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Thread[] second = {null};
    Thread reader =
        new Thread(
            () ->
                mailbox.send(
                    () -> {
                      reading.countDown();
                      awaitOpen(goOn);
                    }));
    reader.start();
    reading.await();
    mailbox.send(() -> second[0] = Thread.currentThread());
    assertSame(null, second[0]);
    goOn.countDown();
    reader.join();
    assertSame(reader, second[0]);
  }

  @Test
  void runs_each_message_of_many_threads_once_and_one_at_a_time() throws InterruptedException {
    int[] count = {0};
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      senders.add(
          new Thread(
              () -> {
                for (int sent = 0; sent < 100_000; sent++) {
                  mailbox.send(() -> count[0]++);
                }
              }));
    }
    senders.forEach(Thread::start);
    for (Thread sender : senders) {
      sender.join();
    }
    int[] seen = {0};
    mailbox.send(() -> seen[0] = count[0]);
    assertEquals(400_000, seen[0]);
  }

  private static void awaitOpen(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }
}
