package dev.reprise.jdkhttp;

import dev.reprise.http.HttpPlanner;
import java.net.http.HttpClient;

/** State shared by the copies of a client. */
record ClientContext(HttpClient client, HttpPlanner planner, InFlightCalls calls, int heldBytes) {}
