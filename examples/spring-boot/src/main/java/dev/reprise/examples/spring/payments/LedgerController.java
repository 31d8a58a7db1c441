package dev.reprise.examples.spring.payments;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Takes at most ten entries of a request, and returns the positions of the others. */
@RestController
class LedgerController {

  private static final int CAPACITY = 10;

  record Entry(String order, BigDecimal euros) {}

  @PostMapping("/ledger")
  List<Integer> write(@RequestBody List<Entry> entries) {
    return IntStream.range(0, entries.size())
        .filter(position -> position >= CAPACITY)
        .boxed()
        .toList();
  }
}
