package dev.reprise.http.jdk;

import dev.reprise.http.HttpPlanner;
import java.net.http.HttpClient;

/** What the copies of a client share. */
record ClientParts(HttpClient client, HttpPlanner planner, Calls calls, int heldBytes) {}
