package dev.reprise.jdkhttp;

import dev.reprise.http.HttpPlanner;
import java.net.http.HttpClient;

/** What the copies of a client share. */
record ClientContext(HttpClient client, HttpPlanner planner, InFlightCalls calls, int heldBytes) {}
