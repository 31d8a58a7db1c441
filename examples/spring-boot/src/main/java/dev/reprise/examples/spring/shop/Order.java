package dev.reprise.examples.spring.shop;

import java.math.BigDecimal;

record Order(String number, BigDecimal euros) {}
