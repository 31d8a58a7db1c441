// Simulates one run after the other, reports after each round of all policies, and stops for a newer request. After
// the last run: the verdict, the claims of a publication that sweeps parameters, then the sweep over the number of
// clients, whose first round comes with the first run, or the map of one policy.

import {loadEngine} from './engine.js';

const PAUSE_MILLIS = 100;
const STEP = 25;
const POINT_STEP = 7;

let newest = 0;
// The policy whose map is drawn, the experiment that is finished, and the newest map of it.
let chosen = 0;
let finished;
let newestMap = 0;
const wanted = new URL(self.location.href).searchParams.get('engine') || undefined;
const loading = loadEngine(wanted);

loading.then(
  engine => self.postMessage({type: 'ready', engine: engine.kind, catalogue: JSON.parse(engine.catalogueText())}),
  failure => self.postMessage({type: 'broken', message: String(failure)}));

self.onmessage = async ({data}) => {
  chosen = data.contender;
  if (data.request === undefined) {
    if (finished?.id === data.id) {
      await map(await loading, data.id, finished.plan);
    }
    return;
  }
  newest = data.id;
  finished = undefined;
  const engine = await loading;
  if (newest === data.id) {
    try {
      await simulate(engine, data.id, data.request);
    } catch (failure) {
      self.postMessage({type: 'failed', id: data.id, message: failure.message});
    }
  }
};

async function simulate(engine, id, request) {
  const plan = engine.prepare(request);
  self.postMessage({type: 'prepared', id, plan});
  let begun = performance.now();
  let reported = -Infinity;
  for (let run = 0; run < plan.runs; run++) {
    for (let contender = 0; contender < plan.contenders.length; contender++) {
      engine.run(contender, run);
      await turn();
      if (newest !== id) {
        return;
      }
    }
    const now = performance.now();
    if (now - reported >= PAUSE_MILLIS || run === plan.runs - 1) {
      report(engine, id, plan, run + 1, now - begun);
      reported = performance.now();
      await turn();
      if (newest !== id) {
        return;
      }
      if (run === 0) {
        self.postMessage({type: 'forms', id, forms: JSON.parse(engine.formsText())});
        const swept = performance.now();
        await sweep(engine, id, plan, 0, 1);
        begun += performance.now() - swept;
      }
      if (newest !== id) {
        return;
      }
    }
  }
  self.postMessage({type: 'verdict', id, sentences: JSON.parse(engine.verdictText())});
  await turn();
  if (newest === id) {
    await claims(engine, id, plan);
  }
  if (newest === id) {
    await sweep(engine, id, plan, 1, plan.runs);
  }
  if (newest === id) {
    finished = {id, plan};
    await map(engine, id, plan);
  }
}

// The runs at all points of a publication's sweep.
async function claims(engine, id, plan) {
  let reported = -Infinity;
  for (let run = 0; run < plan.claimRuns; run++) {
    engine.claimRun(run);
    await turn();
    if (newest !== id) {
      return;
    }
    const done = run + 1;
    if (done === plan.claimRuns || performance.now() - reported >= PAUSE_MILLIS) {
      const values = done === plan.claimRuns ? JSON.parse(engine.summaryText()).claims : [];
      self.postMessage({type: 'claims', id, done, values});
      reported = performance.now();
    }
  }
}

// Points are simulated in an order that covers the numbers of clients evenly, all policies at a point.
async function sweep(engine, id, plan, from, to) {
  const points = plan.sweep ? plan.sweep.points.length : 0;
  let reported = -Infinity;
  for (let run = from; points > 0 && run < to; run++) {
    for (let i = 0; i < points; i++) {
      for (let contender = 0; contender < plan.contenders.length; contender++) {
        engine.sweep(contender, i * POINT_STEP % points);
        await turn();
        if (newest !== id) {
          return;
        }
      }
      const isLast = run === to - 1 && i === points - 1;
      if (isLast || performance.now() - reported >= PAUSE_MILLIS) {
        const bands = plan.contenders.map((each, index) => engine.sweepBands(index));
        self.postMessage({type: 'sweep', id, bands, done: isLast ? to : run, points: isLast ? 0 : i + 1},
          bands.map(each => each.buffer));
        reported = performance.now();
      }
    }
  }
}

// Cells are simulated in an order that covers the map evenly: a step that has no factor in common with their number.
async function map(engine, id, plan) {
  if (!plan.map) {
    return;
  }
  const mine = ++newestMap;
  const contender = Math.min(chosen, plan.contenders.length - 1);
  const width = plan.map.loads.length;
  const cells = new Array(width * plan.map.lengths.length).fill(null);
  let reported = -Infinity;
  for (let i = 0; i < cells.length; i++) {
    const cell = i * STEP % cells.length;
    cells[cell] = engine.map(contender, cell % width, Math.floor(cell / width));
    await turn();
    if (newest !== id || newestMap !== mine) {
      return;
    }
    if (performance.now() - reported >= PAUSE_MILLIS || i === cells.length - 1) {
      self.postMessage({type: 'map', id, contender, cells, done: i + 1});
      reported = performance.now();
    }
  }
}

function report(engine, id, plan, done, millis) {
  const bands = plan.contenders.map((contender, index) => engine.bands(index));
  self.postMessage({type: 'progress', id, done, millis, bands, summary: JSON.parse(engine.summaryText())},
    bands.map(each => each.buffer));
}

// Lets a newer request arrive; a timer would wait for some milliseconds.
const channel = new MessageChannel();
const waiting = [];
channel.port1.onmessage = () => waiting.shift()();

function turn() {
  return new Promise(resume => {
    waiting.push(resume);
    channel.port2.postMessage(0);
  });
}
